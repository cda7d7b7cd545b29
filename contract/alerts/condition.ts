import { z } from 'zod'
import { PATH_MAX_LENGTH } from '../common'
import {
  ALERT_KINDS_CAPABILITY,
  CONNECTOR_ALERTS_CAPABILITY,
  CONNECTOR_BEHIND_CAPABILITY,
} from './capability'

const DAY = 86_400
/** Shortest and longest duration in a rule, in seconds. */
export const SECONDS_MIN = 60
export const SECONDS_MAX = 30 * DAY
/** Fewest and most usual intervals after which a device is late. */
const INTERVALS_MIN = 1.5
const INTERVALS_MAX = 100
/** Most consecutive readings that a rule can ask for. */
const READINGS_MAX = 1000
/** Fewest and most boots within 24 hours. */
const BOOTS_MIN = 2
const BOOTS_MAX = 100

const secondsSchema = z
  .int('must be a whole number')
  .min(SECONDS_MIN, `must be at least ${SECONDS_MIN}`)
  .max(SECONDS_MAX, 'must be at most 30 days')

const path = z
  .string({ error: 'is required' })
  .min(1, 'is required')
  .max(PATH_MAX_LENGTH, `must have at most ${PATH_MAX_LENGTH} characters`)
  .describe('Path of a series, or with empty brackets of all items of a list: `meters[].volume`')

const number = z.number({ error: 'must be a number' })

/** How long a condition has to last: consecutive readings, and seconds between the first and the last. */
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

/** The condition of a rule. Rules, "Alerts". */
export const conditionSchema = z
  .discriminatedUnion('kind', [
    z
      .object({ kind: z.literal('silent'), seconds: secondsSchema })
      .meta({ id: 'AlertConditionSilent', description: 'No message came for so long' }),
    z
      .object({
        kind: z.literal('late'),
        intervals: z
          .number()
          .min(INTERVALS_MIN, `must be at least ${INTERVALS_MIN}`)
          .max(INTERVALS_MAX, `must be at most ${INTERVALS_MAX}`),
      })
      .meta({ id: 'AlertConditionLate', description: 'No message came for so many usual intervals' }),
    levelSchema
      .extend({ kind: z.literal('above') })
      .meta({ id: 'AlertConditionAbove', description: 'A value is above a limit' }),
    levelSchema
      .extend({ kind: z.literal('below') })
      .meta({ id: 'AlertConditionBelow', description: 'A value is below a limit' }),
    z.object({ kind: z.literal('unchanged'), path, seconds: secondsSchema }).meta({
      id: 'AlertConditionUnchanged',
      description: 'A value is sent, and has not changed for so long',
    }),
    z
      .object({ kind: z.literal('jump'), path, by: number.positive('must be above 0') })
      .meta({ id: 'AlertConditionJump', description: 'A value differs from the one before by more' }),
    z.object({ kind: z.literal('missing'), path, seconds: secondsSchema }).meta({
      id: 'AlertConditionMissing',
      description: 'A value that was sent before was not sent for so long',
    }),
    z
      .object({
        kind: z.literal('boots'),
        times: z
          .int('must be a whole number')
          .min(BOOTS_MIN, `must be at least ${BOOTS_MIN}`)
          .max(BOOTS_MAX, `must be at most ${BOOTS_MAX}`),
      })
      .meta({ id: 'AlertConditionBoots', description: 'A device booted so many times within 24 hours' }),
    z.object({ kind: z.literal('firmwareFailed') }).meta({
      id: 'AlertConditionFirmwareFailed',
      description: 'A firmware job failed, and no later one of the same part was made',
    }),
    z.object({ kind: z.literal('connectorFails'), seconds: secondsSchema }).meta({
      id: 'AlertConditionConnectorFails',
      description: 'All attempts of a connector to deliver have failed for so long',
    }),
    z.object({ kind: z.literal('connectorBehind'), seconds: secondsSchema }).meta({
      id: 'AlertConditionConnectorBehind',
      description: 'The oldest delivery that waits of a connector was created so long ago',
    }),
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
  'missing',
  'above',
  'below',
  'unchanged',
  'jump',
  'boots',
  'firmwareFailed',
  'connectorFails',
  'connectorBehind',
] as const satisfies ConditionKind[]

/** The capabilities of servers that know later kinds. */
export const LATER_KINDS: Readonly<Partial<Record<ConditionKind, string>>> = {
  missing: ALERT_KINDS_CAPABILITY,
  boots: ALERT_KINDS_CAPABILITY,
  firmwareFailed: ALERT_KINDS_CAPABILITY,
  connectorFails: CONNECTOR_ALERTS_CAPABILITY,
  connectorBehind: CONNECTOR_BEHIND_CAPABILITY,
}

/** Kinds that evaluate each value when it arrives. */
export const VALUE_KINDS = ['above', 'below', 'unchanged', 'jump'] as const satisfies ConditionKind[]
/** Kinds that evaluate the silence of a device. */
const SILENCE_KINDS = ['silent', 'late'] as const satisfies ConditionKind[]

/** A condition of a kind. */
export type ConditionOf<Kind extends ConditionKind> = Extract<Condition, { kind: Kind }>
/** A condition on values, not on something that is missing or fails. */
export type ValueCondition = ConditionOf<(typeof VALUE_KINDS)[number]>
export type SilenceCondition = ConditionOf<(typeof SILENCE_KINDS)[number]>

/** Whether a condition is of one of some kinds. */
export const isOfKind =
  <Kind extends ConditionKind>(...kinds: readonly Kind[]) =>
  (condition: Pick<Condition, 'kind'>): condition is ConditionOf<Kind> =>
    kinds.some((kind) => kind === condition.kind)

/** Whether a condition is about values that arrive. */
export const isOfValue = isOfKind(...VALUE_KINDS)
export const isOfSilence = isOfKind(...SILENCE_KINDS)

/** Kinds that apply to connectors; the others apply to devices. */
export const CONNECTOR_KINDS = ['connectorFails', 'connectorBehind'] as const satisfies ConditionKind[]
export const isOfConnectors = isOfKind(...CONNECTOR_KINDS)
