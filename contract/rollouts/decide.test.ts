import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../common/durations'
import { decide, type StageEvidence } from './decide'
import { NO_DEVICES, type StageCounts } from './member'
import { assignStages, openingAt, type Stage } from './stages'

const NOW = Date.UTC(2026, 0, 5, 12)

const evidence = (
  counts: Partial<StageCounts>,
  more: Partial<Omit<StageEvidence, 'counts'>> = {},
): StageEvidence => ({
  counts: { ...NO_DEVICES, devices: 10, ...counts },
  troubles: {},
  settledAt: null,
  startedAt: NOW - HOUR,
  accepted: { failed: 0, troubled: 0 },
  ...more,
})

const stage = (gate: Partial<NonNullable<Stage['gate']>> | null = {}): Stage => ({
  size: { kind: 'rest' },
  gate: gate && { kind: 'time', minutes: 0, failed_max: 0, troubled_max: 0, ...gate },
})

const decideOn = (
  found: StageEvidence[],
  stages: Stage[],
  more: Partial<Parameters<typeof decide>[0]> = {},
) => decide({ stages, stage: 0, evidence: found, hours: null, atOnce: null, now: NOW, ...more })

describe('a roll-out', () => {
  test('orders what waits, as much as fits at once', () => {
    const stages = [stage()]
    expect(decideOn([evidence({ waiting: 10 })], stages)).toMatchObject({ kind: 'order', count: 10 })
    expect(decideOn([evidence({ waiting: 6, ordered: 4 })], stages, { atOnce: 5 })).toMatchObject({
      count: 1,
    })
    expect(decideOn([evidence({ waiting: 6, ordered: 4 })], stages, { atOnce: 4 })).toMatchObject({
      kind: 'wait',
    })
  })

  test('holds before it orders anything, and again only with more evidence than a person has accepted', () => {
    const stages = [stage({ failed_max: 1 }), stage()]
    const failed = evidence({ waiting: 5, failed: 2 })
    expect(decideOn([failed, evidence({})], stages)).toMatchObject({
      kind: 'hold',
      hold: { kind: 'failed', count: 2, limit: 1 },
    })
    const accepted = { ...failed, accepted: { failed: 2, troubled: 0 } }
    expect(decideOn([accepted, evidence({})], stages)).toMatchObject({ kind: 'order' })
  })

  test('still holds for a device of an earlier stage that falls silent later', () => {
    const silent = evidence({ done: 10, troubled: 1 }, { troubles: { silent: 1 } })
    expect(decideOn([silent, evidence({ waiting: 5 })], [stage(), stage()], { stage: 1 })).toMatchObject({
      kind: 'hold',
      hold: { stage: 0, troubles: { silent: 1 } },
    })
  })

  test('does not wait for devices that were silent before, but for some evidence', () => {
    const stages = [stage(), stage()]
    const next = evidence({ waiting: 5 })
    expect(decideOn([evidence({ done: 8, ordered: 2, absent: 2 }), next], stages)).toEqual({ kind: 'next' })
    expect(decideOn([evidence({ ordered: 10, absent: 10 }), next], stages)).toMatchObject({
      wait: { kind: 'devices' },
    })
    expect(decideOn([evidence({ done: 8, ordered: 2, absent: 1 }), next], stages)).toMatchObject({
      wait: { kind: 'devices' },
    })
  })

  test('does not wait for devices that are lost since the change, if the gate allows them', () => {
    const stages = [stage({ troubled_max: 1 }), stage({ troubled_max: 1 })]
    const lost = evidence({ done: 9, handed_over: 1, lost: 1, troubled: 1 }, { troubles: { silent: 1 } })
    expect(decideOn([lost, evidence({ waiting: 5 })], stages)).toEqual({ kind: 'next' })
    expect(decideOn([evidence({ done: 5 }), lost], stages, { stage: 1 })).toEqual({ kind: 'finish' })
  })

  test('never orders, goes on or ends with more failures than a gate allows', () => {
    const whole = fc.integer({ min: 0, max: 50 })
    const counts = fc.record({ waiting: whole, ordered: whole, done: whole, failed: whole, troubled: whole })
    fc.assert(
      fc.property(
        fc.array(counts, { minLength: 1, maxLength: 4 }),
        whole,
        whole,
        (all, failedMax, troubledMax) => {
          const stages = all.map(() => stage({ failed_max: failedMax, troubled_max: troubledMax }))
          const at = stages.length - 1
          const decision = decideOn(
            all.map((one) => evidence(one)),
            stages,
            { stage: at },
          )
          const isBad = all.some(({ failed, troubled }) => failed > failedMax || troubled > troubledMax)
          expect(decision.kind === 'hold').toBe(isBad)
        },
      ),
    )
  })
})

describe('the hours of a roll-out', () => {
  const nights = { from: '22:00', to: '05:00', days: [0, 1, 2, 3, 4, 5, 6], timezone: 'Europe/Prague' }

  test('go over midnight, by the clocks of their zone', () => {
    // 21:30 UTC is 22:30 in Prague in winter.
    const evening = Date.UTC(2026, 0, 5, 21, 30)
    expect(openingAt(nights, evening)).toEqual({ isOpen: true, until: Date.UTC(2026, 0, 6, 4) })
    expect(openingAt(nights, evening - HOUR)).toEqual({ isOpen: false, until: Date.UTC(2026, 0, 5, 21) })
    expect(openingAt(nights, evening + 4 * HOUR)).toMatchObject({ isOpen: true })
  })

  test('begin only on their days', () => {
    // 2026-01-05 is a Monday.
    const sundays = { ...nights, days: [0] }
    expect(openingAt(sundays, Date.UTC(2026, 0, 5, 3))).toMatchObject({ isOpen: true })
    expect(openingAt(sundays, Date.UTC(2026, 0, 5, 22))).toEqual({
      isOpen: false,
      until: Date.UTC(2026, 0, 11, 21),
    })
  })

  test('always say when they open or close next, later than now', () => {
    const times = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 1) + 400 * DAY })
    const minutes = fc.integer({ min: 0, max: 1439 })
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    fc.assert(
      fc.property(
        times,
        minutes,
        minutes,
        fc.constantFrom('UTC', 'Europe/Prague', 'America/New_York'),
        (at, from, to, timezone) => {
          fc.pre(from !== to)
          const { until } = openingAt({ ...nights, from: clock(from), to: clock(to), timezone }, at)
          expect(until).toBeGreaterThan(at - HOUR - MINUTE)
        },
      ),
    )
  })
})

describe('the devices of stages', () => {
  const candidates = Array.from({ length: 10 }, (_, i) => ({ id: `d${i}`, tagIds: i % 2 ? ['odd'] : [] }))
  const sized = (...sizes: Stage['size'][]): Stage[] => sizes.map((size) => ({ size, gate: null }))

  test('a chosen one, a share, then the rest', () => {
    const assigned = assignStages(
      candidates,
      sized({ kind: 'devices', device_ids: ['d7'] }, { kind: 'share', percent: 10 }, { kind: 'rest' }),
    )
    expect(assigned.get('d7')).toBe(0)
    expect(assigned.get('d0')).toBe(1)
    expect([...assigned.values()].filter((number) => number === 2)).toHaveLength(8)
  })

  test('a stage that names devices keeps them from those before it', () => {
    const assigned = assignStages(
      candidates,
      sized({ kind: 'count', count: 2 }, { kind: 'devices', device_ids: ['d0'] }),
    )
    expect([...assigned]).toEqual([
      ['d1', 0],
      ['d2', 0],
      ['d0', 1],
    ])
  })

  test('a tag takes those that carry it, and others belong to no stage', () => {
    const assigned = assignStages(candidates, sized({ kind: 'tag', tag_id: 'odd' }))
    expect([...assigned.keys()]).toEqual(['d1', 'd3', 'd5', 'd7', 'd9'])
  })
})
