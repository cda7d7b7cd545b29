import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { A_PERSON } from '../../../tests/support/callers'
import { inSlices } from './slices'

const SLICE = 25_000
const EVERY = 10
const callerOf = (userId: string) => ({ ...A_PERSON, userId })

test('long work of all calls takes one slice in ten passes of the event loop, with callers in rotation', async () => {
  const done: string[] = []
  const work = async (who: string) => {
    const rest = inSlices(callerOf(who), '')
    for (let slice = 0; slice < 5; slice++) {
      await rest(SLICE)
      done.push(who)
    }
  }
  const all = ['a', 'a', 'a', 'b'].map(work)
  expect(done).toEqual([])
  for (let passes = 1; passes <= 50; passes++) {
    await nextTick()
    expect(done.length).toBeLessThanOrEqual(passes / EVERY)
  }
  expect(done.length).toBeGreaterThanOrEqual(4)
  await Promise.all(all)
  expect(done.slice(0, 8).filter((who) => who === 'b')).toHaveLength(4)
})

test('short work does not wait', () => {
  const rest = inSlices(callerOf('c'), '')
  expect(rest(SLICE - 1)).toBeUndefined()
  expect(rest(1)).toBeInstanceOf(Promise)
})

test('work of a disconnected caller ends with its slice', async () => {
  const gone = new AbortController()
  const rest = inSlices({ ...A_PERSON, origin: { ...A_PERSON.origin, gone: gone.signal } }, '')
  const slice = rest(SLICE)
  gone.abort()
  await expect(slice).rejects.toThrow('aborted')
})
