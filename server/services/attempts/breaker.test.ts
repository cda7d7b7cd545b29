import { describe, expect, test } from 'vitest'
import { FAILURES_IN_A_ROW, LATE_IN_A_ROW } from '#contract/connectors'
import { type BreakerState, isOfReceiver, OPEN, transitionAfter, verdictOf } from './breaker'

const factsOf = (deliveryId: string, more: Partial<Parameters<typeof transitionAfter>[2]> = {}) => ({
  deliveryId,
  isOfReceiver: false,
  isProbe: false,
  retryAfter: null,
  parallel: 4,
  random: 0,
  ...more,
})
const ids = Array.from({ length: FAILURES_IN_A_ROW }, (_, n) => String(n))
/** State of a connector after these deliveries have failed. */
const failed = (of: readonly string[], from: BreakerState = OPEN) =>
  of.reduce((course, id) => transitionAfter(course, 'away', factsOf(id)).course, from)

describe('the verdict of an attempt about the receiver', () => {
  const made = { success: false, url: 'https://example.com', status: null, errorCode: null } as const
  test.each([
    ['a success', { ...made, success: true, status: 200 }, 'answered'],
    ['a message that it refuses', { ...made, status: 422, errorCode: 'answer_status' }, 'answered'],
    ['a redirect', { ...made, status: 301, errorCode: 'answer_redirect' }, 'answered'],
    ['an error of its own', { ...made, status: 502, errorCode: 'answer_status' }, 'away'],
    ['too many requests', { ...made, status: 429, errorCode: 'answer_status' }, 'away'],
    ['no connection', { ...made, errorCode: 'connection_refused' }, 'away'],
    ['an answer that breaks off', { ...made, status: 200, errorCode: 'connection_closed' }, 'away'],
    ['it is gone', { ...made, status: 410, errorCode: 'answer_status' }, 'gone'],
    ['an address that is refused', { ...made, errorCode: 'address_private' }, 'unknown'],
    ['a function that throws', { ...made, url: null }, 'unknown'],
    ['a function that runs out of time', { ...made, url: null, errorCode: 'function_late' }, 'late'],
    ['a function that sends nothing', { ...made, success: null, url: null }, 'unknown'],
  ] as const)('%s', (_, attempted, verdict) => {
    expect(verdictOf(attempted)).toBe(verdict)
  })
})

test('a connector stops after many functions in a row that ran out of time, without a run in time in between', () => {
  const late = (count: number, from: BreakerState = OPEN) =>
    Array.from({ length: count }).reduce<BreakerState>(
      (course) => transitionAfter(course, 'late', factsOf('a')).course,
      from,
    )
  const nearly = late(LATE_IN_A_ROW - 1)
  expect(nearly.state).toBe('on')
  expect(late(1, nearly)).toEqual({ ...OPEN, state: 'stopped' })
  expect(transitionAfter(nearly, 'late', factsOf('a')).isUncounted).toBe(true)
  for (const verdict of ['unknown', 'answered', 'away'] as const)
    expect(transitionAfter(nearly, verdict, factsOf('a')).course.lateRuns).toBe(0)
  const gone: BreakerState = { ...OPEN, state: 'stopped' }
  expect(transitionAfter(gone, 'late', factsOf('a'))).toMatchObject({
    course: { state: 'stopped' },
    isUncounted: false,
  })
})

test('a connector waits after several failed deliveries in a row, but not after one that fails repeatedly', () => {
  expect(failed(ids.slice(1)).state).toBe('on')
  expect(failed(Array.from({ length: 20 }, () => 'same')).state).toBe('on')
  expect(failed(ids).state).toBe('waiting')
})

test('failures of the receiver count each time for a delivery that holds up all others', () => {
  const again = (count: number) =>
    Array.from({ length: count }).reduce<BreakerState>(
      (course) => transitionAfter(course, 'away', factsOf('same', { isOfReceiver: true })).course,
      OPEN,
    )
  expect(again(FAILURES_IN_A_ROW - 1).state).toBe('on')
  expect(again(FAILURES_IN_A_ROW).state).toBe('waiting')
})

test.each([
  [null, 'connection_refused', true],
  [null, 'answer_late', true],
  [null, 'connection_closed', false],
  [503, 'answer_status', true],
  [429, 'answer_status', true],
  [500, 'answer_status', false],
  [503, 'connection_closed', false],
] as const)('status %s with %s is a failure of the receiver for any message: %s', (status, errorCode, is) => {
  expect(isOfReceiver({ status, errorCode })).toBe(is)
})

test('an answer in between resets the count', () => {
  const { course } = transitionAfter(failed(ids.slice(1)), 'answered', factsOf('x'))
  expect(failed(ids.slice(1), course).state).toBe('on')
})

test('the pauses grow from 10 s to 10 min, and are longer when the receiver asks for it', () => {
  let after = transitionAfter(failed(ids.slice(1)), 'away', factsOf('0'))
  const pauses = [after.pause]
  for (let n = 0; n < 8; n++) {
    after = transitionAfter(after.course, 'away', factsOf('0', { isProbe: true }))
    pauses.push(after.pause)
  }
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600])
  expect(after.isUncounted).toBe(true)
  expect(transitionAfter(after.course, 'away', factsOf('0', { isProbe: true, retryAfter: 3600 })).pause).toBe(
    3600,
  )
  expect(transitionAfter(after.course, 'away', factsOf('0', { isProbe: true, random: 1 })).pause).toBe(480)
})

test('an attempt from before the wait uses up no retry, and is no probe', () => {
  const waiting = failed(ids)
  expect(transitionAfter(waiting, 'away', factsOf('other'))).toMatchObject({
    course: { probes: waiting.probes },
    pause: null,
    isUncounted: true,
  })
})

test('the first success reopens it slowly: one, two, all', () => {
  const open = [failed(ids)]
  for (let n = 0; n < 3; n++) open.push(transitionAfter(open[n] ?? OPEN, 'answered', factsOf('x')).course)
  expect(open.map(({ state, openTo }) => [state, openTo])).toEqual([
    ['waiting', null],
    ['on', 1],
    ['on', 2],
    ['on', null],
  ])
})

test('a failure while it reopens closes it again, and the pauses continue to grow', () => {
  const probed = transitionAfter(failed(ids), 'away', factsOf('0', { isProbe: true })).course
  const opening = transitionAfter(probed, 'answered', factsOf('x', { isProbe: true })).course
  expect(transitionAfter(opening, 'away', factsOf('y'))).toMatchObject({
    course: { state: 'waiting' },
    pause: 40,
  })
})

test.each(['paused', 'stopped'] as const)('a connector that is %s stays so, whatever the answer', (state) => {
  const held = { ...OPEN, state }
  expect(transitionAfter(held, 'answered', factsOf('x')).course.state).toBe(state)
  expect(failed(ids, held).state).toBe(state)
})

test('a receiver that is gone stops the connector, even while it is paused', () => {
  expect(transitionAfter({ ...OPEN, state: 'paused' }, 'gone', factsOf('x')).course.state).toBe('stopped')
})
