import { z } from 'zod'
import {
  COMMENT_MAX_LENGTH,
  doerSchema,
  endpoint,
  idSchema,
  knownZone,
  momentSchema,
  rangesAfter,
  timeSchema,
  timezoneSchema,
  versionSchema,
  weeklyHoursSchema,
} from '../common'
import { DAY } from '../common/durations'
import { callsOf, entity } from '../entity'
import { MUTES_CAPABILITY } from './capability'
import { RULES_MAX, ruleNameSchema, scopeSchema } from './rule'

/** Longest duration of a mute, and longest time until it begins, in days. */
export const MUTE_DAYS_MAX = 90
export const MUTE_AHEAD_DAYS_MAX = 366
/** Most mutes of a space that have not ended. */
export const MUTES_MAX = 100
/** Days for which a mute is kept after it has ended. */
export const MUTE_KEPT_DAYS = 90

/** The hours of a mute that is active every week, in a time zone. */
const muteRepeatsSchema = weeklyHoursSchema.extend({
  timezone: timezoneSchema,
  until: z.iso
    .date('must be a date like 2026-01-31')
    .nullable()
    .default(null)
    .describe('The last day on which it begins; null for no end'),
})
export type MuteRepeats = z.infer<typeof muteRepeatsSchema>

/**
 * A time in which no alerts open: planned work, or snoozed alerts. What still meets a condition at the end opens an alert then. Rules,
 * "Alerts".
 */
export const muteEntity = entity({
  name: 'mute',
  plural: 'mutes',
  title: 'Alerts',
  fields: {
    id: { read: idSchema },
    name: { read: z.string(), input: ruleNameSchema },
    scope: { read: scopeSchema, input: scopeSchema },
    /** The muted rules; none means all rules. A rule that is deleted later matches nothing. */
    rule_ids: {
      read: z.array(idSchema),
      input: z.array(idSchema.toLowerCase()).max(RULES_MAX, `must have at most ${RULES_MAX} rules`),
      initial: [],
    },
    starts_at: {
      read: timeSchema,
      input: momentSchema.nullable().describe('Null, or a time that is over: now'),
      initial: null,
    },
    ends_at: {
      read: timeSchema,
      input: momentSchema
        .nullable()
        .describe(
          `At most ${MUTE_DAYS_MAX} days after it starts; a time that is over ends it now. Null only if it repeats: then both times are those of the current or next week`,
        ),
      initial: null,
    },
    /** When it is active every week; null for once. */
    repeats: {
      read: muteRepeatsSchema.nullable().default(null),
      input: muteRepeatsSchema.nullable(),
      initial: null,
    },
    note: {
      read: z.string().nullable().default(null),
      input: z
        .string()
        .trim()
        .max(COMMENT_MAX_LENGTH, `must have at most ${COMMENT_MAX_LENGTH} characters`)
        .nullable(),
      initial: null,
    },
    created_by: { read: doerSchema },
    created_at: { read: timeSchema },
    version: { read: versionSchema },
  },
})
export type Mute = z.infer<typeof muteEntity.schema>
export type MuteInput = z.infer<typeof muteEntity.input>
export type MuteCreate = z.infer<typeof muteEntity.create>
export type MuteUpdate = z.infer<typeof muteEntity.update>

const calls = callsOf(muteEntity)
const shared = { capability: MUTES_CAPABILITY } as const

/** Times in which no alerts open. Rules, "Alerts". */
export const mutesApi = {
  list: endpoint({
    ...calls.list,
    ...shared,
    summary: 'List the mutes of a space, also those that ended lately',
  }),
  create: endpoint({
    ...calls.create,
    ...shared,
    summary: 'Mute devices: until its end no alerts open; what is still so then opens',
  }),
  get: endpoint({ ...calls.get, ...shared }),
  update: endpoint({
    ...calls.update,
    ...shared,
    summary:
      'Update a mute that is not over; what is not sent is kept. What it no longer mutes is looked at again',
  }),
  delete: endpoint({
    ...calls.delete,
    ...shared,
    summary: 'Delete a mute; what it muted is evaluated again',
  }),
}

/** When a mute is active, in milliseconds since 1970. */
export interface MuteTimes {
  from: number
  until: number
}

/** The first time at which a mute that repeats is active after another; null if it no longer is. */
export function nextMuteTimes(repeats: MuteRepeats, after: number): MuteTimes | null {
  const [next] = rangesAfter(repeats, knownZone(repeats.timezone), after, repeats.until)
  return next ?? null
}

type SentTimes = Pick<MuteInput, 'starts_at' | 'ends_at' | 'repeats'>

/** The beginning and end of a new mute: now at the earliest. Null if it is never active. */
export function newMuteTimes({ starts_at, ends_at, repeats }: SentTimes, now: number): MuteTimes | null {
  if (repeats) {
    const next = nextMuteTimes(repeats, now)
    return next && { ...next, from: Math.max(now, next.from) }
  }
  if (ends_at === null) return null
  const from = starts_at === null ? now : Math.max(now, Date.parse(starts_at))
  return { from, until: Date.parse(ends_at) }
}

/**
 * The beginning and end of a mute after a change. An active mute keeps its beginning, and none ends before now. One that repeats and is
 * ended now goes on in the next week.
 */
export function changedMuteTimes(
  before: MuteTimes & Pick<Mute, 'repeats'>,
  { starts_at, ends_at, repeats }: Partial<SentTimes>,
  now: number,
): MuteTimes | null {
  const isActive = before.from <= now && now < before.until
  if (repeats) {
    const next = nextMuteTimes(repeats, now)
    return next && next.from <= now ? { ...next, from: isActive ? before.from : now } : next
  }
  if (repeats === undefined && before.repeats) {
    const endsNow = isActive && ends_at && Date.parse(ends_at) <= now
    const skipped = endsNow ? nextMuteTimes(before.repeats, before.until) : before
    return skipped ?? { from: before.from, until: now }
  }
  const start = starts_at === undefined ? before.from : starts_at === null ? now : Date.parse(starts_at)
  const end = ends_at === undefined || ends_at === null ? before.until : Date.parse(ends_at)
  return {
    from: start > now ? start : Math.min(before.from, now),
    until: end === before.until || before.from >= now ? end : Math.max(end, now),
  }
}

/**
 * The fault in the times of a mute: it is never active, ends before it begins, lasts too long, or begins too late; null if there is none.
 */
export function muteFault(
  times: MuteTimes | null,
  now: number,
): 'never' | 'before' | 'tooLong' | 'tooFar' | null {
  if (times === null) return 'never'
  const { from, until } = times
  if (until <= from) return 'before'
  if (until > from + MUTE_DAYS_MAX * DAY) return 'tooLong'
  return from > now + MUTE_AHEAD_DAYS_MAX * DAY ? 'tooFar' : null
}
