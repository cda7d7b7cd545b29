import { api } from '#contract'
import type { Uplink } from '#contract/messages'
import type { Fillable } from './builders'

/** What a device proves itself with. */
export type Proof = Pick<Uplink, 'serial_number' | 'token'>

/** Some of what a device sends, right or wrong. */
type Values = Partial<Record<keyof Uplink, unknown>>

/** What a device sends; data with an empty body unless the values make something else of it. */
export const uplinkOf = ({ serial_number, token }: Proof, values: Values = {}) => ({
  serial_number,
  token,
  type: 'data',
  body: {},
  ...values,
})

/** The server's answer to a message of a device. */
export const callUplink = async (server: Pick<Fillable, 'call'>, proof: Proof, values?: Values) =>
  server.call('POST', '/devices/uplink', { body: uplinkOf(proof, values) })

/** Sends a message as a device does; answers its id and the downlinks that it takes along. */
export async function anUplink(server: Pick<Fillable, 'call'>, proof: Proof, values?: Values) {
  const answer = await callUplink(server, proof, values)
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return api.messages.uplink.answer.parse(await answer.json())
}
