import { z } from 'zod'
import {
  type Condition,
  type ConditionKind,
  canBeAbout,
  conditionSchema,
  SECONDS_MAX,
  SECONDS_MIN,
  scopeSchema,
  type TrialInput,
} from '#contract/alerts'
import { formatDuration, parseDuration } from '#contract/connectors'
import { patternOf, SPACE_SERIES_MAX, type SpaceSeries } from '#contract/series'
import { type ScopedValues, scopeCodec } from '../../components/alerts/scope/scope'
import { msg } from './texts'

/** Values of a condition in the form. They cover all kinds, so that a change of kind loses none. */
export interface ConditionValues {
  kind: ConditionKind
  path: string | null
  limit: number | null
  end: number | null
  readings: number | null
  /** A duration as typed text. */
  seconds: string | null
  intervals: number | null
  by: number | null
  times: number | null
}

export interface RuleValues extends ScopedValues {
  name: string | null
  condition: ConditionValues
}

const EMPTY: ConditionValues = {
  kind: 'late',
  path: null,
  limit: null,
  end: null,
  readings: 1,
  seconds: null,
  intervals: 3,
  by: null,
  times: 5,
}

/** Units of time in both languages; the first letter is enough. */
const WORDS =
  /(?<=\d\s*)(?:(d)(?:ays?|en|ny|ní|nů)|(h)(?:ours?|rs?|od|odin[auy]?)|(m)(?:ins?|inutes?|inut[auy]?)|(s)(?:ecs?|econds?|ek|ekund[auy]?))\b/giu

/** Seconds of a typed duration: "15 m", "2 hours", "1 den"; undefined if it is invalid. */
export const secondsOf = (typed: string): number | undefined =>
  parseDuration(typed.replace(WORDS, '$1$2$3$4'))

const isLasting = (kind: unknown) => kind === 'above' || kind === 'below'

const isBounded = (seconds: number | undefined, least: number): seconds is number =>
  seconds !== undefined && seconds >= least && seconds <= SECONDS_MAX

/** A condition with its duration as typed text. */
const typedSchema = z
  .looseObject({
    kind: z.string(),
    seconds: z.string().nullish(),
    limit: z.unknown().optional(),
    end: z.unknown().optional(),
  })
  .transform((typed, context) => {
    const { kind, seconds: text, limit, end, ...others } = typed
    const wrong = (field: string, key: string) =>
      context.addIssue({ code: 'custom', path: [field], params: { text: key } })
    const condition: Record<string, unknown> = { ...others, kind }
    if (isLasting(kind)) {
      Object.assign(condition, { limit, end })
      const isNumber = typeof limit === 'number' && typeof end === 'number'
      if (isNumber && kind === 'above' && end > limit) wrong('end', msg('alert-rules.errors.endAbove'))
      if (isNumber && kind === 'below' && end < limit) wrong('end', msg('alert-rules.errors.endBelow'))
    }
    if (text === undefined) return condition
    const least = isLasting(kind) ? 0 : SECONDS_MIN
    const seconds = secondsOf(text?.trim() || (isLasting(kind) ? '0' : ''))
    if (!isBounded(seconds, least))
      wrong('seconds', msg(least === 0 ? 'alert-rules.errors.lasting' : 'alert-rules.errors.duration'))
    return { ...condition, seconds }
  })
  .pipe(conditionSchema)

/** The fields of each kind. */
const FIELDS: Readonly<Record<ConditionKind, readonly (keyof ConditionValues)[]>> = {
  silent: ['seconds'],
  late: ['intervals'],
  above: ['path', 'limit', 'end', 'readings', 'seconds'],
  below: ['path', 'limit', 'end', 'readings', 'seconds'],
  unchanged: ['path', 'seconds'],
  jump: ['path', 'by'],
  missing: ['path', 'seconds'],
  boots: ['times'],
  firmwareFailed: [],
  connectorFails: ['seconds'],
  connectorBehind: ['seconds'],
}

/** Whether a kind of condition is about a value. */
export const hasPath = (kind: ConditionKind): boolean => FIELDS[kind].includes('path')

/** Converts a condition between the form and the server. */
export const conditionCodec = {
  toForm: (condition: Condition): ConditionValues => {
    const seconds = 'seconds' in condition && condition.seconds > 0 ? formatDuration(condition.seconds) : null
    return { ...EMPTY, ...condition, seconds }
  },
  fromForm: (values: ConditionValues) =>
    Object.fromEntries([
      ['kind', values.kind],
      ...FIELDS[values.kind].map((field) => [
        field,
        // An empty number of readings counts as one.
        field === 'readings' ? (values.readings ?? 1) : values[field],
      ]),
    ]),
  schema: typedSchema,
}

/** The rule in a form; null while part of it is missing or invalid. */
export function ruleOf({ condition, scope }: Pick<RuleValues, 'condition' | 'scope'>): TrialInput | null {
  const parsed = typedSchema.safeParse(conditionCodec.fromForm(condition))
  const about = scopeSchema.safeParse(scopeCodec.fromForm(scope))
  return parsed.success && about.success && canBeAbout(parsed.data, about.data)
    ? { condition: parsed.data, scope: about.data }
    : null
}

/**
 * When devices of the space last sent the value of a rule, in milliseconds since 1970; null for never. Undefined if
 * unknown: the answer was cut, or has no times.
 */
export function lastReadingAt(
  path: string,
  measured: readonly Pick<SpaceSeries, 'path' | 'last_at'>[],
): number | null | undefined {
  const own = measured.filter((series) => series.path === path || patternOf(series.path) === path)
  if (own.length === 0) return measured.length < SPACE_SERIES_MAX ? null : undefined
  const times = own.map(({ last_at }) => last_at && Date.parse(last_at))
  return times.every((time) => typeof time === 'number') ? Math.max(...times) : undefined
}

/** The condition in the form of a new rule. */
export const NEW_CONDITION = EMPTY
