import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './errors'
import { Lane } from './lane'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const here = new AbortController().signal

/** Calls that run until they are ended, in the order of their start. */
function calls(width: ConstructorParameters<typeof Lane>[0]) {
  const lane = new Lane(width)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    begin: (who: string, name: string, gone = here) =>
      lane.run(who, gone, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      }),
    end: async (name: string) => {
      ends.get(name)?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('waiting callers are served by rotation, however many calls each has', async () => {
  const { begun, begin, end } = calls({ all: 2, each: 2, places: 10 })
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map((name) => begin(name.charAt(0), name))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a1', 'a2'])
  for (let i = 0; i < all.length; i++) await end(begun[i] ?? '')
  expect(await Promise.all(all)).toHaveLength(8)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
})

test('a single caller cannot take all places, so that another one starts at once', async () => {
  const { begun, begin, end } = calls({ all: 3, each: 2, places: 10 })
  const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => begin(name.charAt(0), name))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (let i = 0; i < all.length; i++) await end(begun[i] ?? '')
  await Promise.all(all)
})

test('a caller without a free place is refused after a while, and gets one when a call has ended', async () => {
  const { begin, end } = calls({ all: 1, each: 1, places: 2 })
  const placed = [begin('a', 'a1'), begin('a', 'a2')]
  const refused = begin('a', 'a3').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2000)
  const error = await refused
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 429, headers: { 'Retry-After': '2' } })
  await end('a1')
  placed.push(begin('a', 'a4'))
  await end('a2')
  await end('a4')
  expect(await Promise.all(placed)).toEqual(['a1', 'a2', 'a4'])
})

test('a waiting call is dropped when its caller disconnects, and frees its place', async () => {
  const { begun, begin, end } = calls({ all: 1, each: 1, places: 2 })
  const gone = new AbortController()
  const running = begin('a', 'a1')
  const dropped = begin('a', 'a2', gone.signal).catch(() => 'dropped')
  await vi.advanceTimersByTimeAsync(0)
  gone.abort()
  expect(await dropped).toBe('dropped')
  const next = begin('a', 'a3')
  await end('a1')
  await end('a3')
  await Promise.all([running, next])
  expect(begun).toEqual(['a1', 'a3'])
})

test('no call waits forever', async () => {
  const { begin, end } = calls({ all: 1, each: 1, places: 2 })
  const running = begin('a', 'a1')
  const late = begin('b', 'b1').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await late).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } })
  await end('a1')
  expect(await running).toBe('a1')
})

test('when no place is free for anybody, the server answers that it is busy', async () => {
  const { begin, end } = calls({ all: 1, each: 1, places: 2, allPlaces: 2 })
  const placed = [begin('a', 'a1'), begin('b', 'b1')]
  const refused = begin('c', 'c1').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await refused).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } })
  await end('a1')
  await end('b1')
  expect(await Promise.all(placed)).toEqual(['a1', 'b1'])
})
