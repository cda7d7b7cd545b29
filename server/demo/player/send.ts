import type { PoolClient } from 'pg'
import { uplinkAnswerSchema } from '#contract/messages'
import type { Sender } from '../../services/messages/uplink/sender'
import { contentOf, storeConcluding } from '../../services/messages/uplink/store'
import type { Outgoing, Received } from '../simulator/types'

/**
 * Sends a message through the service of the uplink call, as an authenticated device.
 * @returns the downlinks that were handed over
 */
export async function send(
  client: PoolClient,
  device: Sender,
  { type, body, confirms }: Outgoing,
  at: Date,
): Promise<Received[]> {
  const content = contentOf({
    type,
    body: JSON.stringify(body),
    raw: null,
    id: null,
    at: null,
    confirms: confirms?.slice(),
  })
  const { answers } = await storeConcluding(
    client,
    device.spaceId,
    [{ ...content, sender: device, answer: 0 }],
    at,
  )
  const [answer] = answers
  if (!answer) throw new Error('the device is not in its space any more')
  return uplinkAnswerSchema.parse(JSON.parse(answer.text)).downlinks
}
