import { api } from '#contract'
import type { Uplink } from '#contract/messages'
import type { Fillable } from './builders'

/** A device's credentials. */
export type Proof = Pick<Uplink, 'serial_number' | 'token'>

/** Some fields of an uplink, valid or not. */
type Values = Partial<Record<keyof Uplink, unknown>>

/** The payload of an uplink: data with an empty body, unless the values differ. */
export const uplinkOf = ({ serial_number, token }: Proof, values: Values = {}) => ({
  serial_number,
  token,
  type: 'data',
  body: {},
  ...values,
})

/** Sends an uplink and returns the response. */
export const callUplink = async (server: Pick<Fillable, 'call'>, proof: Proof, values?: Values) =>
  server.call('POST', '/devices/uplink', { body: uplinkOf(proof, values) })

/** Sends an uplink; returns its id and the downlinks that the device receives with it. */
export async function anUplink(server: Pick<Fillable, 'call'>, proof: Proof, values?: Values) {
  const answer = await callUplink(server, proof, values)
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return api.messages.uplink.answer.parse(await answer.json())
}
