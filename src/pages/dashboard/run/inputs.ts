import type { Message } from '#contract/messages'
import type { CodeInputType } from '../../../components/editor'
import { typeText } from '../../../components/editor/typeText'
import { parseJson } from '../../../components/json'
import { shortenId } from '../../../components/page/CopyText'

/** `null` is JSON too, and no text. */
function parsed(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

/** What a transformation sees as `message`: the message with its body parsed; a body that is no JSON is a text. */
const seen = ({ body, ...message }: Message) => ({ ...message, body: body === null ? null : parsed(body) })

/** JSON text of what a transformation is given of a message. */
export const inputOf = (message: Message): string => JSON.stringify(seen(message))

/** The type of what a transformation is given of these messages; undefined without any. */
export const inputTypeOf = (messages: readonly Message[]): CodeInputType | undefined =>
  messages.length > 0 ? { entry: 'body', type: typeText(messages.map(seen)) } : undefined

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
