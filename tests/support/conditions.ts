import fc from 'fast-check'
import type { Condition } from '#contract/alerts'

/** Values that swing around the limits of these conditions. */
export const anyLevel = fc.integer({ min: -20, max: 20 })

const path = fc.constant('level')

/** Any condition of a value. */
export const anyValueCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('unchanged' as const), path, seconds: fc.integer({ min: 60, max: 900 }) }),
  fc.record({ kind: fc.constant('jump' as const), path, by: fc.integer({ min: 1, max: 9 }) }),
  fc
    .record({
      kind: fc.constantFrom('above' as const, 'below' as const),
      path,
      limit: anyLevel,
      apart: fc.nat(5),
      readings: fc.integer({ min: 1, max: 4 }),
      seconds: fc.constantFrom(0, 60, 300, 900),
    })
    .map(({ apart, ...condition }) =>
      Object.assign(condition, { end: condition.limit + (condition.kind === 'above' ? -apart : apart) }),
    ),
)
