import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EventLoopQueue } from './eventLoopQueue'

test('callers take turns, and a crowd of calls is begun over several turns of the event loop', async () => {
  const turns = new EventLoopQueue()
  const begun: string[] = []
  const call = (who: string, n: number) => turns.begin(who, () => begun.push(`${who}${n}`))
  for (let n = 0; n < 20; n++) call('a', n)
  call('b', 0)
  call('c', 0)
  expect(begun).toEqual([])
  await turn()
  expect(begun).toEqual(['a0'])
  await turn()
  expect(begun).toEqual(['a0', 'b0'])
  while (begun.length < 22) await turn()
  expect(begun.slice(3)).toEqual(Array.from({ length: 19 }, (_, n) => `a${n + 1}`))
})

test('a call that fails holds up no other', async () => {
  const turns = new EventLoopQueue()
  let begun = 0
  const failed = new Promise((resolve) => process.once('uncaughtException', resolve))
  turns.begin('a', () => {
    throw new Error('as it should')
  })
  turns.begin('a', () => begun++)
  await failed
  await turn()
  expect(begun).toBe(1)
})
