import { expect, test } from 'vitest'
import type { Message } from '#contract/messages'
import en from './messages.en'
import { isOpen, isUnknown, knownOf } from './state'

const NOW = Date.parse('2026-05-01T12:00:00Z')
const EARLIER = '2026-05-01T11:00:00.000Z'
const LATER = '2026-05-01T13:00:00.000Z'

const downlink = (changes: Partial<Message> = {}) => ({
  down_state: 'pending' as const,
  down_attempt: 0,
  down_awaits: false,
  down_outcome: null,
  down_state_at: EARLIER,
  down_confirmed_at: null,
  down_reason: null,
  down_expected_at: null,
  device_confirms: true,
  ...changes,
})
const sent = (changes: Partial<Message> = {}) => downlink({ down_state: 'sent', down_attempt: 1, ...changes })

const textOf = (key: string): unknown =>
  key
    .split('.')
    .slice(1)
    .reduce<unknown>((texts, part) => Object(texts)[part], en)

test.each<[words: string, tone: string, message: ReturnType<typeof downlink>]>([
  ['At the next contact', 'waiting', downlink()],
  ['At the next contact, about %{time}', 'waiting', downlink({ down_expected_at: LATER })],
  [
    'At the next contact, which was expected about %{time}',
    'waiting',
    downlink({ down_expected_at: EARLIER }),
  ],
  ['Handed over %{time}; this device does not confirm', 'none', sent({ device_confirms: false })],
  ['Handed over %{time}; not confirmed', 'none', sent()],
  ['Handed over %{time}, waits for confirmation', 'waiting', sent({ down_awaits: true })],
  [
    'Handed over %{time}, attempt %{attempt}, waits for confirmation',
    'waiting',
    sent({ down_awaits: true, down_attempt: 2 }),
  ],
  ['Confirmed %{time}', 'good', sent({ down_outcome: 'confirmed', down_confirmed_at: EARLIER })],
  ['Refused %{time}', 'bad', sent({ down_outcome: 'refused', down_confirmed_at: EARLIER })],
  ['Refused %{time}: %{reason}', 'bad', sent({ down_outcome: 'refused', down_reason: 'no' })],
  [
    'Expired before the device made contact',
    'warning',
    downlink({ down_state: 'cancelled', down_outcome: 'expired' }),
  ],
  ['Expired without a confirmation; handed over %{time}', 'warning', sent({ down_outcome: 'expired' })],
  ['Replaced by a later message', 'none', downlink({ down_state: 'cancelled', down_outcome: 'replaced' })],
  ['Cancelled', 'none', downlink({ down_state: 'cancelled' })],
  ['Cancelled after it was handed over', 'none', downlink({ down_state: 'cancelled', down_attempt: 1 })],
])('“%s” is said of what is known', (words, tone, message) => {
  const known = knownOf(message, NOW)
  expect([textOf(known?.long ?? ''), known?.tone]).toEqual([words, tone])
})

test.each([
  ['pending', 'Pending', 'waiting'],
  ['sent', 'Sent', 'good'],
  ['cancelled', 'Cancelled', 'none'],
] as const)('of a server without confirmations %s is said as “%s”', (down_state, words, tone) => {
  const known = knownOf(downlink({ down_state, device_confirms: null }), NOW)
  expect([textOf(known?.short ?? ''), textOf(known?.long ?? ''), known?.tone]).toEqual([words, words, tone])
})

test('nothing is said of an uplink', () => {
  expect(knownOf(downlink({ down_state: null }), NOW)).toBeNull()
})

test('a downlink is open while it can be cancelled, and unknown until it has an outcome', () => {
  const all = [downlink(), sent(), sent({ down_awaits: true }), sent({ down_outcome: 'refused' })]
  expect(all.map(isOpen)).toEqual([true, false, true, false])
  expect(all.map(isUnknown)).toEqual([true, true, true, false])
})
