import { z } from 'zod'
import {
  COMMENT_MAX_LENGTH,
  doerSchema,
  endpoint,
  idSchema,
  momentSchema,
  timeSchema,
  versionSchema,
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
      input: momentSchema.describe(
        `At most ${MUTE_DAYS_MAX} days after it starts; a time that is over ends it now`,
      ),
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

type SentTimes = Partial<Pick<MuteInput, 'starts_at' | 'ends_at'>>

/** The beginning and end of a new mute: now at the earliest. */
export const newMuteTimes = ({ starts_at, ends_at }: Required<SentTimes>, now: number): MuteTimes => ({
  from: starts_at === null ? now : Math.max(now, Date.parse(starts_at)),
  until: Date.parse(ends_at),
})

/** The beginning and end of a mute after a change. An active mute keeps its beginning, and none ends before now. */
export function changedMuteTimes(
  before: MuteTimes,
  { starts_at, ends_at }: SentTimes,
  now: number,
): MuteTimes {
  const start = starts_at === undefined ? before.from : starts_at === null ? now : Date.parse(starts_at)
  const end = ends_at === undefined ? before.until : Date.parse(ends_at)
  return {
    from: start > now ? start : Math.min(before.from, now),
    until: end === before.until || before.from >= now ? end : Math.max(end, now),
  }
}

/** The fault in the times of a mute: it ends before it begins, lasts too long, or begins too late; null if there is none. */
export function muteFault({ from, until }: MuteTimes, now: number): 'before' | 'tooLong' | 'tooFar' | null {
  if (until <= from) return 'before'
  if (until > from + MUTE_DAYS_MAX * DAY) return 'tooLong'
  return from > now + MUTE_AHEAD_DAYS_MAX * DAY ? 'tooFar' : null
}
