import type { Message } from '#contract/messages'
import { parseJson } from '../../../components/json'
import { shortenId } from '../../../components/page/copyText'

/** `null` is JSON too, and no text. */
function parsed(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

/** What a transformation sees as `message`: the message with its body parsed; a body that is no JSON is a text. */
export const inputOf = ({ body, ...message }: Message): string =>
  JSON.stringify({ ...message, body: body === null ? null : parsed(body) })

/** Names of the devices that sent the messages, by id; those that share a name have their serial number behind it. */
export function deviceNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const names = new Map<string, { name: string; serial: string }>()
  for (const { device_id: id, device_name, device_serial_number: serial } of messages)
    names.set(id, { name: device_name ?? serial ?? shortenId(id), serial: serial ?? shortenId(id) })
  const all = [...names.values()].map(({ name }) => name)
  const isShared = (name: string) => all.indexOf(name) !== all.lastIndexOf(name)
  return new Map(
    [...names].map(([id, { name, serial }]) => [id, isShared(name) ? `${name} (${serial})` : name]),
  )
}
