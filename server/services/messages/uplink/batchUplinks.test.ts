import { expect, test } from 'vitest'
import { Batcher } from './batchUplinks'

/** Starts a batcher whose runs end when the test says so. */
function start({ most = 10, weightMax = 100, atOnce = 1, patience = 0 } = {}) {
  const runs: { items: string[]; end: () => void; fail: (reason: Error) => void }[] = []
  const gatherer = new Batcher<string, string>({
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, end: () => resolve(items.map((item) => item.toUpperCase())), fail: reject })
      }),
    keyOf: (item) => item.slice(0, 1),
    weightOf: ({ length }) => length,
    weightMax,
    most,
    atOnce,
    patience,
  })
  const items = () => runs.map((run) => run.items)
  return { gatherer, runs, items }
}

test('a single item runs at once, and items that come meanwhile run together afterwards', async () => {
  const { gatherer, runs, items } = start()
  const all = ['a', 'b', 'c'].map((item) => gatherer.do(item))
  expect(items()).toEqual([['a']])
  runs[0]?.end()
  expect(await all[0]).toBe('A')
  expect(items()).toEqual([['a'], ['b', 'c']])
  runs[1]?.end()
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C'])
  expect(gatherer.isIdle).toBe(true)
})

test('a run is limited in count and weight, and a heavy item runs by itself', () => {
  const { gatherer, runs, items } = start({ most: 2, weightMax: 4 })
  for (const item of ['a', 'b', 'c', 'd', 'e-heavy', 'fff', 'gg']) void gatherer.do(item)
  for (let i = 0; i < 5; i++) runs[i]?.end()
  return expect
    .poll(() => (runs.at(-1)?.end(), items()))
    .toEqual([['a'], ['b', 'c'], ['d'], ['e-heavy'], ['fff'], ['gg']])
})

test('items of one key are never in two runs at the same time, and do not delay others', async () => {
  const { gatherer, runs, items } = start({ atOnce: 2 })
  const first = gatherer.do('a1')
  for (const item of ['a2', 'b1', 'a3', 'c1']) void gatherer.do(item)
  await expect.poll(items).toEqual([['a1'], ['b1', 'c1']])
  runs[1]?.end()
  runs[0]?.end()
  await first
  expect(items().at(-1)).toEqual(['a2', 'a3'])
})

test('another run starts when waiting items fill it, or when the first one takes long', async () => {
  const { gatherer, runs, items } = start({ most: 2, atOnce: 2, patience: 60_000 })
  for (const item of ['a', 'b']) void gatherer.do(item)
  expect(items()).toEqual([['a']])
  void gatherer.do('c')
  expect(items()).toEqual([['a'], ['b', 'c']])
  runs[0]?.end()
  runs[1]?.end()

  const slow = start({ atOnce: 2, patience: 1 })
  for (const item of ['a', 'b']) void slow.gatherer.do(item)
  expect(slow.items()).toEqual([['a']])
  await expect.poll(slow.items).toEqual([['a'], ['b']])
})

test('a failed run fails only its own items', async () => {
  const { gatherer, runs } = start()
  const [first, second] = [gatherer.do('a'), gatherer.do('b')]
  runs[0]?.fail(new Error('no'))
  await expect(first).rejects.toThrow('no')
  runs[1]?.end()
  expect(await second).toBe('B')
})
