import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { differencesOf, orderOf } from '#contract/configuration'
import { newId } from '../services/common/ids'
import type { PastDownlink, PastMessage, Span } from './history'
import { isConfirming } from './simulator/confirms'
import { FACTORY_SETTINGS } from './simulator/settings'
import type { DemoDevice } from './spaces'

const RELEASE = 'sense-v2-1-0'

/** Firmware jobs of devices, by their numbers; `day` is counted from the start of the span. */
const PAST_FIRMWARE: Record<number, { day: number; firmware: string; cancelled?: true }[]> = {
  0: [
    { day: 1.2, firmware: 'sense-v1-6-2' },
    { day: 4.1, firmware: 'sense-v2-0-0', cancelled: true },
  ],
  // The first attempt loses its connection.
  17: [
    { day: 3.3, firmware: 'sense-v2-0-0' },
    { day: 3.6, firmware: 'sense-v2-0-0' },
  ],
  16: [{ day: 6.2, firmware: RELEASE }],
  20: [{ day: 5.4, firmware: 'sense-v2-0-0' }],
  24: [{ day: 6.3, firmware: 'sense-v2-0-0' }],
  27: [{ day: 7.2, firmware: RELEASE }],
  // The first attempt loses its connection.
  28: [
    { day: 8.3, firmware: RELEASE },
    { day: 8.6, firmware: RELEASE },
  ],
  33: [{ day: 8.9, firmware: RELEASE }],
  41: [{ day: 9.2, firmware: RELEASE }],
  34: [{ day: 9.5, firmware: RELEASE }],
  // It has not enough space.
  40: [{ day: 9.7, firmware: RELEASE }],
  45: [{ day: 5.3, firmware: 'sense-v2-0-0' }],
  52: [{ day: 7.6, firmware: RELEASE }],
  56: [{ day: 8.8, firmware: RELEASE }],
  44: [{ day: 9.6, firmware: RELEASE }],
}

/** Devices that are getting the release, with the minutes since its downlink: one downloads it, one has all of it. */
const ROLLOUT: Record<number, number> = { 26: 9, 4: 14.3 }

const firmware = (at: number, firmware_id: string, ended?: 'cancelled'): PastDownlink => ({
  at,
  type: 'firmware',
  body: { firmware_id, target: 'app' },
  ended,
})

/** The downlink that orders what is wished and differs from the factory settings; a silent device has another one that waits. */
function wishedOrder({ number, silentDays, wished }: DemoDevice, { from }: Span): PastDownlink[] {
  const differences = wished && silentDays === 0 ? differencesOf(FACTORY_SETTINGS, wished) : []
  if (differences.length === 0) return []
  return [{ at: from + 8.4 * DAY + number * 61_000, type: 'config', body: orderOf(differences) }]
}

/** Downlinks of the device in the past. Those of a device that has been silent for days are still pending. */
export function pastDownlinks(device: DemoDevice, span: Span): PastDownlink[] {
  const { number, serialNumber, silentDays, unused } = device
  if (unused) return []
  const at = (days: number) => span.from + days * DAY + number * 61_000
  const sent = wishedOrder(device, span)
  if (number % 2 === 0) sent.push({ at: at(0.4), type: 'config', body: ['app config interval-sample 30'] })
  if (number % 3 === 0) sent.push({ at: at(1.7), type: 'shell', body: ['info show', 'kernel uptime'] })
  if (number % 5 === 0)
    sent.push({
      at: at(2.6),
      type: 'shell',
      body: ['lte state'],
      ended: number % 2 ? 'cancelled' : 'expired',
    })
  if (number % 7 === 0) sent.push({ at: at(3.1), type: 'data', body: { outputs: [0, 0, 1, 0] } })
  if (number % 10 === 4) sent.push({ at: at(3.4), type: 'data', body: { outputs: 'all off' } })
  if (number % 4 === 1) sent.push({ at: at(2.2), type: 'shell', body: ['help', 'make coffee'] })
  if (number % 8 === 1)
    sent.push(
      { at: at(2.3), type: 'shell', body: ['app config interval-report soon', 'app config show'] },
      { at: at(2.4), type: 'config', body: ['app config interval-report 60'], ended: 'replaced' },
    )
  for (const { day, ...past } of PAST_FIRMWARE[number] ?? [])
    sent.push(firmware(at(day), past.firmware, past.cancelled && 'cancelled'))
  const minutes = ROLLOUT[number]
  if (minutes !== undefined) sent.push(firmware(span.to - minutes * MINUTE, RELEASE))
  if (silentDays >= 1 && isConfirming({ serialNumber }))
    sent.push({
      at: span.to - MINUTE,
      type: 'config',
      body: ['app config interval-sample 15'],
      ended: 'lost',
    })
  if (silentDays >= 1)
    sent.push(
      { at: span.to + DAY / 2, type: 'shell', body: ['system reboot'] },
      { at: span.to + DAY / 2 + HOUR, type: 'config', body: ['app config interval-report 900'] },
      firmware(span.to + DAY / 2 + 2 * HOUR, RELEASE),
    )
  return sent
}

/** Milliseconds before its first compressed message at which a device says which codec it uses. */
const AHEAD = 2000

/** Devices that have been compressing their data for a day, one in each space. */
const COMPRESSING: ReadonlySet<number> = new Set([22, 24, 50])

const CODEC = 'deflate-json 1.0'
const CODEC_HASH = createHash('sha256').update(CODEC).digest('hex')

/** A message in plain text, not JSON. */
const announced = (at: number): PastMessage => ({
  id: newId(at),
  created_at: new Date(at),
  type: 'decoder',
  direction: 'up',
  down_state: null,
  down_state_at: null,
  body: `Decoder ${CODEC} is in use\nSHA-256 ${CODEC_HASH}`,
})

/** The messages of a device, some of which compress their data: each of these has the transmitted bytes, and the codec's hash. */
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
