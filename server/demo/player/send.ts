import type { PoolClient } from 'pg'
import { uplinkAnswerSchema } from '#contract/messages'
import { storeUplink } from '../../services/messages/uplink/single'
import type { Outgoing, Received } from '../simulator'

/**
 * Sends a message through the service of the uplink call, as an authenticated device.
 * @returns the downlinks that were handed over
 */
export async function send(
  client: PoolClient,
  device: { spaceId: string; deviceId: string; serialNumber: string },
  { type, body }: Outgoing,
  at: Date,
): Promise<Received[]> {
  const stored = await storeUplink(client, device, { type, body: JSON.stringify(body), raw: null }, at)
  if (!stored) throw new Error('the device is not in its space any more')
  return uplinkAnswerSchema.parse(JSON.parse(stored.answer.text)).downlinks
}
