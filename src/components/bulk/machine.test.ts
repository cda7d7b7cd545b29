import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError, NotConfirmed } from '../../dataProvider/client'
import { type BulkJob, type BulkProgress, createBulk } from './machine'
import { msg } from './texts'

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Fate of the first call for a row: lost ones get no answer, before or after their work. */
const FATES = ['ok', 'refused', 'lostBefore', 'lostAfter'] as const
const anyFates = fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 25 })
const anyMoment = fc.integer({ min: 1, max: 60 })

/**
 * A server on which the work of a row must be done once, because doing it twice leaves two records.
 * @returns `job` of a tab; it calls `onMoment` whenever it may be interrupted, and ends when that never resolves
 */
function aServer(fates: readonly (typeof FATES)[number][]) {
  const ids = fates.map((_fate, i) => String(i))
  const records = new Map<string, number>()
  const called = new Set<string>()
  const job = (onMoment: () => Promise<void> = nextTick): Required<BulkJob> => ({
    async work(id) {
      await onMoment()
      const fate = called.has(id) ? 'ok' : fates[Number(id)]
      called.add(id)
      if (fate === 'refused') throw new ApiError(409, 'the device is busy', 0)
      if (fate === 'lostBefore') throw new ApiError(0, '', 0)
      records.set(id, (records.get(id) ?? 0) + 1)
      await onMoment()
      if (fate === 'lostAfter') throw new ApiError(424, 'the provider did not answer', 0)
      return 'done'
    },
    async check(id) {
      await nextTick()
      return records.has(id) ? 'done' : 'open'
    },
  })
  return { ids, records, job }
}

const aBulk = () => createBulk({ limit: 3, whenReady: nextTick })
/** Whether every row is as it should be. */
const isComplete = ({ ids, outcomes }: BulkProgress) =>
  ids.every((id) => ['done', 'unchanged'].includes(outcomes.get(id)?.state ?? ''))
const once = (ids: readonly string[]) => new Map(ids.map((id) => [id, 1]))
const statesOf = (bulk: ReturnType<typeof aBulk>) =>
  new Set([...bulk.read().outcomes.values()].map(({ state }) => state))

describe('a bulk run', () => {
  it('has the outcome of every row, and a retry does each of the rest once', async () => {
    await fc.assert(
      fc.asyncProperty(anyFates, async (fates) => {
        const { ids, records, job } = aServer(fates)
        const bulk = aBulk()
        await bulk.start(ids, ids, job())
        const { outcomes, state } = bulk.read()
        expect(state).toBe('finished')
        for (const id of ids) expect(outcomes.get(id)?.state).toBe(records.has(id) ? 'done' : 'failed')
        await bulk.retry()
        expect(isComplete(bulk.read())).toBe(true)
        expect(records).toEqual(once(ids))
      }),
      { numRuns: 50 },
    )
  })

  it('can be stopped at any moment and continued', async () => {
    await fc.assert(
      fc.asyncProperty(anyFates, anyMoment, async (fates, moment) => {
        const { ids, records, job } = aServer(fates)
        const bulk = aBulk()
        let moments = 0
        const stopping = async () => {
          await nextTick()
          if ((moments += 1) === moment) bulk.stop()
        }
        await bulk.start(ids, ids, job(stopping))
        expect([...bulk.read().outcomes.keys()].toSorted()).toEqual(ids.toSorted())
        await bulk.check()
        expect(statesOf(bulk).has('unknown')).toBe(false)
        await bulk.retry()
        await bulk.retry()
        expect(isComplete(bulk.read())).toBe(true)
        expect(records).toEqual(once(ids))
      }),
      { numRuns: 50 },
    )
  })

  it('starts no row while the server does not answer', async () => {
    let restore = (): void => undefined
    const restored = new Promise<void>((resolve) => {
      restore = resolve
    })
    const begun: string[] = []
    const bulk = createBulk({ limit: 1, whenReady: () => restored })
    const run = bulk.start(['a', 'b'], ['a', 'b'], {
      work: async (id) => {
        begun.push(id)
        if (id === 'a') throw new ApiError(0, '', 0)
        return 'done'
      },
      check: async () => 'open',
    })
    for (let i = 0; i < 5; i += 1) await nextTick()
    expect(begun).toEqual(['a'])
    restore()
    await run
    expect(begun).toEqual(['a', 'b'])
    expect(bulk.read().outcomes).toEqual(
      new Map([
        ['a', { state: 'failed', message: msg('bulk.notMade') }],
        ['b', { state: 'done' }],
      ]),
    )
  })

  it('ends without changes when the person does not confirm their identity', async () => {
    const bulk = createBulk({ limit: 1, whenReady: nextTick })
    await bulk.start(['a', 'b'], ['a', 'b'], {
      work: async () => {
        throw new NotConfirmed()
      },
    })
    expect(bulk.read()).toMatchObject({ state: 'finished', isHalted: true })
    expect(statesOf(bulk)).toEqual(new Set(['skipped']))
  })

  it('keeps a row that could not be read as unknown until a later check', async () => {
    const { ids, job } = aServer(['lostAfter', 'ok'])
    const bulk = aBulk()
    let isAway = true
    const check: BulkJob['check'] = async (id, signal) => {
      if (isAway) throw new ApiError(500, 'the disk is full', 0)
      return job().check(id, signal)
    }
    await bulk.start(ids, ids, { ...job(), check })
    expect(bulk.read().outcomes.get('0')).toEqual({ state: 'unknown', message: 'the disk is full' })
    isAway = false
    await bulk.check()
    expect(isComplete(bulk.read())).toBe(true)
  })
})
