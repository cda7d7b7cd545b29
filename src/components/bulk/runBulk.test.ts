import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BULK_CONCURRENCY, type BulkWork, type Outcome, runBulk } from './runBulk'

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

async function run(
  items: number[],
  work: (item: number, signal: AbortSignal) => ReturnType<BulkWork>,
  signal = new AbortController().signal,
) {
  const outcomes = new Map<number, Outcome>()
  const twice: string[] = []
  await runBulk({
    ids: items.map(String),
    work: (id, aborted) => work(Number(id), aborted),
    signal,
    onOutcome: (item, outcome) => {
      if (outcomes.has(Number(item))) twice.push(item)
      outcomes.set(Number(item), outcome)
    },
  })
  expect(twice).toEqual([])
  return outcomes
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a bulk run', () => {
  it('gives each item its own outcome, whichever calls fail', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('done', 'unchanged', 'fail'), { maxLength: 40 }),
        async (plan) => {
          const outcomes = await run(upTo(plan.length), async (item) => {
            await nextTick()
            const result = plan[item]
            if (result === 'fail') throw new Error(`device ${item} is locked`)
            return result === 'unchanged' ? 'unchanged' : 'done'
          })
          for (const [item, result] of plan.entries()) {
            const failed = { state: 'failed', message: `device ${item} is locked` }
            expect(outcomes.get(item)).toEqual(result === 'fail' ? failed : { state: result })
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it(`has at most ${BULK_CONCURRENCY} simultaneous calls`, async () => {
    let underWay = 0
    let most = 0
    await run(upTo(30), async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await nextTick()
      underWay -= 1
      return 'done'
    })
    expect(most).toBe(BULK_CONCURRENCY)
  })

  it('starts nothing after it was cancelled, and completes running calls', async () => {
    const controller = new AbortController()
    const begun: number[] = []
    const outcomes = await run(
      upTo(20),
      async (item) => {
        begun.push(item)
        await nextTick()
        if (item === 5) controller.abort()
        return 'done'
      },
      controller.signal,
    )
    expect(begun.length).toBeLessThan(20)
    for (const item of upTo(20))
      expect(outcomes.get(item)).toEqual({ state: begun.includes(item) ? 'done' : 'skipped' })
  })

  it('distinguishes a call that was aborted before its change from one that failed', async () => {
    const controller = new AbortController()
    const outcomes = await run(
      upTo(3),
      async (item, signal) => {
        await nextTick()
        controller.abort()
        if (item === 1) throw new Error('conflict')
        signal.throwIfAborted()
        return 'done'
      },
      controller.signal,
    )
    expect(outcomes.get(0)).toEqual({ state: 'skipped' })
    expect(outcomes.get(1)).toEqual({ state: 'failed', message: 'conflict' })
  })

  it('ends at once when there is nothing to do', async () => {
    expect((await run([], async () => 'done')).size).toBe(0)
  })
})
