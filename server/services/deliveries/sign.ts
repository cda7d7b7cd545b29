import { createHmac } from 'node:crypto'

/**
 * Headers by which a receiver knows that a request is ours, and one that comes again (Standard Webhooks).
 * @param id of the delivery: the same in each of its attempts
 * @param body as it is sent, empty when there is none
 */
export function signatureOf({
  id,
  at,
  body,
  secret,
}: {
  id: string
  at: Date
  body: string
  secret: Buffer
}): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
