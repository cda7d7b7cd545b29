import { createHmac } from 'node:crypto'
import { secretSchema } from '#contract/connectors'
import type { Received } from '../../support/receiver'
import { GRACE, type Part, type Stage } from '../stage'

/** When the secret is replaced, when the receiver gets the new one, and when the time of both ends. */
const ROTATED = 0.2
const MOVED = 0.5
const ENDED = 0.8

/** Whether one of the signatures of a request is by this secret, as Standard Webhooks says. */
function isSignedBy({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

/** A secret that is replaced: its receiver verifies each request, by the old one at first, later by the new one, and refuses none. */
export async function aRotation(stage: Stage): Promise<Part> {
  let own = ''
  let old = ''
  let fresh: string | undefined
  let changed = 0
  let phase: 'old' | 'both' | 'new' = 'old'
  let once = 0
  let both = 0
  const { name, connector, devices, log, on } = await stage.connect('rotated', (request, received) => {
    const isSettled = request.at > changed + GRACE
    if (phase === 'both' && fresh && isSettled) {
      both++
      if (!isSignedBy(received, old) || !isSignedBy(received, fresh)) once++
    }
    if (phase === 'new' && isSettled && isSignedBy(received, old)) once++
    return isSignedBy(received, own) ? 'answers' : 'distrusts'
  })
  const secretOf = async (method: string, path: string, body?: unknown) =>
    secretSchema.parse(await (await on(method, path, body)).json()).secret
  old = await secretOf('GET', '/secret')
  own = old
  return {
    name,
    connector,
    devices,
    log,
    at: async (share) => {
      if (phase === 'old' && share >= ROTATED) {
        fresh = await secretOf('POST', '/secret', { overlap_hours: 24 })
        changed = Date.now()
        phase = 'both'
      }
      if (fresh && share >= MOVED) own = fresh
      if (phase === 'both' && share >= ENDED) {
        const { status } = await on('DELETE', '/secret/previous')
        if (status >= 300) throw new Error(`The overlap did not end: ${status}`)
        changed = Date.now()
        phase = 'new'
      }
    },
    judge: () => {
      const refused = log.filter(({ behaviour }) => behaviour === 'distrusts')
      return [
        ...(refused.length > 0 ? [`${refused.length} requests did not verify`] : []),
        ...(both === 0 ? ['nothing was sent while both secrets were valid'] : []),
        ...(once > 0 ? [`${once} requests were not signed by the secrets of their time`] : []),
      ]
    },
  }
}
