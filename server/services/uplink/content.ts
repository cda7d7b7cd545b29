import { z } from 'zod'
import type { Uplink } from '#contract/messages'
import { ApiError } from '../../errors'
import { bodyOf } from '../messages'

/** What the body of a session message must hold. Facts, "A device, as it behaves". */
const sessionBody = z.object({ up: z.record(z.string(), z.json()) })

/** What is stored of a message; texts are JSON. */
export interface Content extends Pick<Uplink, 'type' | 'raw'> {
  body: string
  /** What the device says of itself when it opens a session; null in every other message. */
  up: string | null
  /** Unix time (s) of the session that it opens. */
  sessionId: number | null
}

/** What a device sent, as it is stored. @throws ApiError 400 */
export function contentOf({ type, raw, body }: Pick<Uplink, 'type' | 'raw' | 'body'>, at: Date): Content {
  const { text, value } = bodyOf(body)
  if (type !== 'session') return { type, raw, body: text, up: null, sessionId: null }
  const { success, data } = sessionBody.safeParse(value)
  if (!success) throw new ApiError(400, 'body.up must be an object that describes the device')
  return { type, raw, body: text, up: JSON.stringify(data.up), sessionId: Math.floor(at.getTime() / 1000) }
}
