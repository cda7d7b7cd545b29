import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../dataProvider/client'
import { CALL_TIMEOUT, type Followed, follow, READ_EVERY, retryDelay, type TailPage } from './follower'
import type { TailCall, TailRow } from './tail'

const rowOf = (second: number): TailRow => ({
  id: String(second).padStart(4, '0'),
  created_at: new Date(Date.parse('2026-03-01T00:00:00.000Z') + second * 1000).toISOString(),
})
const noAnswer = () => new ApiError(0, '', Date.now())

/** Starts a tail with `answer` as its server, and records its changes, refusals and calls. */
function start(answer: (call: TailCall, signal: AbortSignal) => Promise<readonly TailRow[]>) {
  const seen: Followed<TailRow>[] = []
  const refused: unknown[] = []
  const calls: TailCall[] = []
  const tail = follow<TailRow>({
    read: async (call, signal): Promise<TailPage<TailRow>> => {
      calls.push(call)
      return { rows: await answer(call, signal), floor: 0 }
    },
    onChange: (followed) => seen.push(followed),
    onRefused: (error) => refused.push(error),
  })
  return { tail, seen, refused, calls }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('following', () => {
  test('reads every two seconds, and reports nothing when nothing is new', async () => {
    const { seen, calls } = start(async () => [rowOf(1)])
    await pass(3 * READ_EVERY)
    expect(calls).toHaveLength(4)
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['0.5 s', 500, READ_EVERY],
    ['1 s', 1000, 3000],
    ['3 s', 3000, 9000],
    ['8 s', 8000, 10_000],
  ])('after a reading of %s (%i ms) it rests for %i ms', async (_, took, rest) => {
    const { calls } = start(async () => {
      await wait(took)
      return [rowOf(1)]
    })
    await pass(took + rest - 1)
    expect(calls).toHaveLength(1)
    await pass(1)
    expect(calls).toHaveLength(2)
  })

  test('reads the pages of a reading without a rest, and rests by the time of all of them', async () => {
    const rows = [rowOf(1)]
    const began = Date.now()
    const seconds: number[] = []
    start(async ({ cursor, limit }) => {
      seconds.push(Math.round((Date.now() - began) / 1000))
      await wait(1000)
      const newest = rows.toReversed()
      const from = newest.findIndex(({ id }) => id === cursor) + 1
      return newest.slice(from, from + limit)
    })
    await pass(1000)
    rows.push(...Array.from({ length: 1500 }, (_, n) => rowOf(2 + n / 1000)))
    await pass(12_000)
    expect(seconds.slice(0, 4)).toEqual([0, 4, 5, 12])
  })

  test('a wake while a call runs makes no second one', async () => {
    const { tail, calls } = start(async () => {
      await wait(1000)
      return [rowOf(1)]
    })
    await pass(500)
    tail.wake()
    await pass(500)
    expect(calls).toHaveLength(1)
  })

  test('reports a lost connection, retries, and continues where it was', async () => {
    let isDown = false
    const { seen, calls } = start(async () => {
      if (isDown) throw noAnswer()
      return [rowOf(1)]
    })
    await pass(0)
    isDown = true
    await pass(READ_EVERY)
    expect(seen.at(-1)).toMatchObject({ isLost: true })
    await pass(10_000)
    const asked = calls.length
    isDown = false
    await pass(15_000)
    expect(seen.at(-1)).toMatchObject({ isLost: false })
    expect(calls[asked]).toEqual(calls[1])
  })

  test('aborts a call that is not answered', async () => {
    let isStuck = true
    const { seen } = start((_call, signal) => {
      if (!isStuck) return Promise.resolve([rowOf(1)])
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')))
      })
    })
    // Fake timers do not cover AbortSignal.timeout.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((delay) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), delay)
      return controller.signal
    })
    await pass(CALL_TIMEOUT)
    expect(seen.at(-1)).toMatchObject({ isLost: true })
    isStuck = false
    await pass(1000)
    expect(seen.at(-1)).toMatchObject({ isLost: false, rows: [rowOf(1)] })
    vi.restoreAllMocks()
  })

  test('stops at a refusal', async () => {
    const error = new ApiError(400, 'device_id: must be a UUID', 0)
    const { refused, calls } = start(async () => {
      throw error
    })
    await pass(60_000)
    expect(refused).toEqual([error])
    expect(calls).toHaveLength(1)
  })

  test.each([0, 429, 500, 503])('repeats a call that is answered %i', async (status) => {
    const { refused, calls } = start(async () => {
      throw new ApiError(status, '', 0)
    })
    await pass(1000)
    expect(refused).toEqual([])
    expect(calls.length).toBeGreaterThan(1)
  })

  test('pauses while the page is hidden, and reads at once when it is visible', async () => {
    const { tail, calls } = start(async () => [rowOf(1)])
    await pass(0)
    tail.rest()
    await pass(60_000)
    expect(calls).toHaveLength(1)
    tail.wake()
    await pass(0)
    expect(calls).toHaveLength(2)
  })

  test('shows pending rows when it resumes after a pause', async () => {
    const rows = [rowOf(1)]
    const { tail, seen } = start(async () => rows.toReversed())
    await pass(0)
    tail.pause()
    rows.push(rowOf(2), rowOf(3))
    await pass(READ_EVERY)
    expect(seen.at(-1)).toMatchObject({ isPaused: true, waiting: 2, rows: [rowOf(1)] })
    tail.resume()
    expect(seen.at(-1)).toMatchObject({ isPaused: false, waiting: 0, rows: [rowOf(3), rowOf(2), rowOf(1)] })
  })

  test('makes no call after it is stopped, and ignores a late answer', async () => {
    let answer: (rows: TailRow[]) => void = () => undefined
    const { tail, seen, calls } = start(() => new Promise((resolve) => (answer = resolve)))
    await pass(0)
    tail.stop()
    answer([rowOf(1)])
    await pass(60_000)
    expect(calls).toHaveLength(1)
    expect(seen).toEqual([])
  })

  test('waits longer after each failure, minus a random part', () => {
    expect([1, 2, 3, 6, 20].map((failures) => retryDelay(failures, 0))).toEqual([
      500, 1000, 2000, 15_000, 15_000,
    ])
    expect(retryDelay(2, 1)).toBe(750)
  })
})
