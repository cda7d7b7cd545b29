import { createHmac } from 'node:crypto'
import type { Work } from './load'

/**
 * Headers that prove to a receiver that a request is ours, and let it recognize a retry (Standard Webhooks).
 * @param id of the delivery or the batch: the same in all its attempts
 * @param body as it is sent, empty if there is none
 * @param secrets all of which sign: while one replaces another, the receiver may know either
 */
export function signatureOf({
  id,
  at,
  body,
  secrets,
}: {
  id: string
  at: Date
  body: string
  secrets: Buffer[]
}): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = (secret: Buffer) =>
    createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  const signatures = secrets.map((secret) => `v1,${signed(secret)}`).join(' ')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures }
}

/** The secrets that sign at a time, the current one first. */
export function secretsAt(at: Date, { secret, previousSecret, signedTwiceUntil }: Work): Buffer[] {
  const isOverlap = previousSecret !== null && signedTwiceUntil !== null && at < signedTwiceUntil
  return isOverlap ? [secret, previousSecret] : [secret]
}
