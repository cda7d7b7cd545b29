import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EventLoopQueue } from './eventLoopQueue'

test('callers are served by rotation, and many calls start over several passes of the event loop', async () => {
  const queue = new EventLoopQueue()
  const begun: string[] = []
  const call = (who: string, n: number) => queue.begin(who, () => begun.push(`${who}${n}`))
  for (let n = 0; n < 20; n++) call('a', n)
  call('b', 0)
  call('c', 0)
  expect(begun).toEqual([])
  await nextTick()
  expect(begun).toEqual(['a0'])
  await nextTick()
  expect(begun).toEqual(['a0', 'b0'])
  while (begun.length < 22) await nextTick()
  expect(begun.slice(3)).toEqual(Array.from({ length: 19 }, (_, n) => `a${n + 1}`))
})

test('a failed call does not delay others', async () => {
  const queue = new EventLoopQueue()
  let begun = 0
  const failed = new Promise((resolve) => process.once('uncaughtException', resolve))
  queue.begin('a', () => {
    throw new Error('as it should')
  })
  queue.begin('a', () => begun++)
  await failed
  await nextTick()
  expect(begun).toBe(1)
})
