import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { DemoDevice } from './fleet'
import type { PastMessage, Span } from './history'
import { newId } from './ids'

const DAY = 86_400_000
/** How long (ms) before its first compressed message a device says which codec it uses. */
const AHEAD = 2000

/** Devices that have compressed their data for a day, one in each space. */
const COMPRESSING: ReadonlySet<number> = new Set([22, 24, 50])

const CODEC = 'deflate-json 1.0'
const CODEC_HASH = createHash('sha256').update(CODEC).digest('hex')

/** What a device says in plain words, not in JSON. */
const announced = (at: number): PastMessage => ({
  id: newId(at),
  created_at: new Date(at),
  type: 'decoder',
  direction: 'up',
  down_state: null,
  down_state_at: null,
  body: `Decoder ${CODEC} is in use\nSHA-256 ${CODEC_HASH}`,
})

/** The messages of a device, of which some compress their data: then each has what went over the air, and the codec's hash. */
export function withCodec(
  { number }: DemoDevice,
  messages: readonly PastMessage[],
  { to }: Span,
): PastMessage[] {
  const isCompressed = ({ type, direction, created_at }: PastMessage) =>
    type === 'data' && direction === 'up' && created_at.getTime() > to - DAY
  const first = COMPRESSING.has(number) ? messages.find(isCompressed) : undefined
  if (!first) return [...messages]
  const compressed = messages.map((message) => {
    if (!isCompressed(message)) return message
    const raw = deflateRawSync(message.body ?? '').toString('base64')
    return { ...message, raw, codec_hash: CODEC_HASH }
  })
  return [announced(first.created_at.getTime() - AHEAD), ...compressed]
}
