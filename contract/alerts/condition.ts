import { z } from 'zod'
import { PATH_MAX_LENGTH } from '../series/capability'

const DAY = 86_400
/** Shortest and longest time of a rule, in seconds. */
export const SECONDS_MIN = 60
export const SECONDS_MAX = 30 * DAY
/** Fewest and most usual intervals after which a device is late. */
export const INTERVALS_MIN = 1.5
export const INTERVALS_MAX = 100
/** Most readings that a value has to hold for. */
export const READINGS_MAX = 1000

const secondsSchema = z
  .int('must be a whole number')
  .min(SECONDS_MIN, `must be at least ${SECONDS_MIN}`)
  .max(SECONDS_MAX, 'must be at most 30 days')

const path = z
  .string({ error: 'is required' })
  .min(1, 'is required')
  .max(PATH_MAX_LENGTH, `must have at most ${PATH_MAX_LENGTH} characters`)
  .describe('Of a series, or with empty brackets of all items of a list: `meters[].volume`')

const number = z.number({ error: 'must be a number' })

/** For how long something has to be so, in readings one after the other and in seconds between the first and the last. */
const lasting = {
  readings: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(READINGS_MAX, `must be at most ${READINGS_MAX}`)
    .default(1),
  seconds: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(SECONDS_MAX, 'must be at most 30 days')
    .default(0),
}

const levelSchema = z.object({
  path,
  limit: number,
  end: number.nullable().default(null).describe('The value at which it ends; null for that of `limit`'),
  ...lasting,
})

/** What a rule waits for. Rules, "Alerts". */
export const conditionSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('silent'), seconds: secondsSchema }).describe('Nothing was heard for so long'),
    z
      .object({
        kind: z.literal('late'),
        intervals: z
          .number()
          .min(INTERVALS_MIN, `must be at least ${INTERVALS_MIN}`)
          .max(INTERVALS_MAX, `must be at most ${INTERVALS_MAX}`),
      })
      .describe('Nothing was heard for so many usual intervals'),
    levelSchema.extend({ kind: z.literal('above') }).describe('A value is above a limit'),
    levelSchema.extend({ kind: z.literal('below') }).describe('A value is below a limit'),
    z
      .object({ kind: z.literal('unchanged'), path, seconds: secondsSchema })
      .describe('A value is sent, and has not changed for so long'),
    z
      .object({ kind: z.literal('jump'), path, by: number.positive('must be above 0') })
      .describe('A value differs from the one before by more'),
  ])
  .superRefine((condition, context) => {
    if (condition.kind !== 'above' && condition.kind !== 'below') return
    const { kind, limit, end } = condition
    const isBeyond = end !== null && (kind === 'above' ? end > limit : end < limit)
    if (isBeyond)
      context.addIssue({
        code: 'custom',
        path: ['end'],
        message: `must not be ${kind} the limit`,
      })
  })
  .meta({ id: 'AlertCondition' })
export type Condition = z.infer<typeof conditionSchema>
export type ConditionKind = Condition['kind']
export const CONDITION_KINDS = [
  'silent',
  'late',
  'above',
  'below',
  'unchanged',
  'jump',
] as const satisfies ConditionKind[]

/** A condition of values, in contrast to one of a device's silence. */
export type ValueCondition = Extract<Condition, { path: string }>
export type SilenceCondition = Exclude<Condition, ValueCondition>

/** Whether a condition is about a value. */
export const isOfValue = (condition: Condition): condition is ValueCondition => 'path' in condition
