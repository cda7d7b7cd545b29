import { z } from 'zod'
import {
  COMMENT_MAX_LENGTH,
  doerSchema,
  idSchema,
  NAME_MIN_LENGTH,
  ONE_LINE,
  TEXT_MAX_LENGTH,
  timeSchema,
  versionSchema,
} from '../common'
import { devicesApi } from '../devices'
import { entity } from '../entity'
import { leftOutSchema, memberStateSchema, stageCountsSchema, troubleSchema } from './member'
import { orderSchema } from './order'
import {
  hoursFieldsSchema,
  hoursSchema,
  NAMED_MAX,
  ONE_STAGE,
  ROLLOUT_DEVICES_MAX,
  stagesSchema,
  watchFieldsSchema,
  watchSchema,
} from './stages'

/** Most roll-outs of a space. */
export const ROLLOUTS_MAX = 1000
/** Most roll-outs of a space that run or are paused at a time. */
export const ROLLOUTS_RUNNING_MAX = 20
/** Days after which a roll-out ends by itself: orders that still wait are cancelled. */
export const ROLLOUT_DAYS_MAX = 90

const ids = (what: string) =>
  z
    .array(idSchema.toLowerCase())
    .min(1, 'is required')
    .max(NAMED_MAX, `must have at most ${NAMED_MAX} ${what}`)

/** The devices of a roll-out; they are frozen when it starts. */
const rolloutScopeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('devices'), device_ids: ids('devices') }),
    z
      .object({ kind: z.literal('tags'), tag_ids: ids('tags') })
      .describe('Devices that carry one of the tags'),
    z
      .object({
        kind: z.literal('filter'),
        filters: devicesApi.count.query.describe('Filters of the list of devices'),
        except_ids: z.array(idSchema.toLowerCase()).max(NAMED_MAX).default([]),
      })
      .describe('All devices that the filters of the list match'),
    z
      .object({ kind: z.literal('view'), view_id: idSchema.toLowerCase() })
      .describe('The devices of a shared view at the start. With the capability `views`'),
    z
      .object({
        kind: z.literal('rollout'),
        rollout_id: idSchema.toLowerCase(),
        states: z
          .array(memberStateSchema)
          .max(memberStateSchema.options.length)
          .default([])
          .describe('States of its devices; all without any'),
      })
      .describe('Devices of an earlier roll-out'),
  ])
  .meta({ id: 'RolloutScope' })
export type RolloutScope = z.output<typeof rolloutScopeSchema>

/** `paused`: by a person, or by itself; see `hold`. */
export const rolloutStateSchema = z.enum(['draft', 'running', 'paused', 'done', 'stopped'])
export type RolloutState = z.infer<typeof rolloutStateSchema>

/** Why a roll-out has paused itself. */
const holdSchema = z.object({
  kind: z.enum(['failed', 'troubled']),
  stage: z.int().min(0),
  count: z.int().min(0),
  limit: z.int().min(0),
  troubles: z
    .partialRecord(troubleSchema, z.int().min(0))
    .default({})
    .describe('For `troubled`: how many of each kind'),
  at: timeSchema,
})
export type Hold = z.infer<typeof holdSchema>

/** What a running roll-out waits for. */
const waitSchema = z.object({
  kind: z.enum(['devices', 'hours', 'gate', 'person']),
  until: timeSchema.nullable().default(null).describe('Of `hours` and `gate`'),
})
export type Wait = z.infer<typeof waitSchema>

/** Progress of a stage, in the order of `stages`. */
const progressSchema = stageCountsSchema
  .extend({ started_at: timeSchema.nullable(), passed_at: timeSchema.nullable() })
  .meta({ id: 'RolloutProgress' })

/**
 * A change of many devices, in stages that stop by themselves. Everything but its name and note is fixed when it starts. Rules, "Roll-outs".
 */
export const rolloutEntity = entity({
  name: 'rollout',
  plural: 'rollouts',
  title: 'Roll-outs',
  fields: {
    id: { read: idSchema },
    name: {
      read: z.string(),
      input: z
        .string({ error: 'is required' })
        .trim()
        .min(NAME_MIN_LENGTH, `must have at least ${NAME_MIN_LENGTH} characters`)
        .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
        .regex(ONE_LINE, 'must be one line'),
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
    order: { read: orderSchema, input: orderSchema },
    scope: { read: rolloutScopeSchema, input: rolloutScopeSchema },
    stages: { read: stagesSchema, input: stagesSchema, initial: ONE_STAGE },
    hours: { read: hoursFieldsSchema.nullable().default(null), input: hoursSchema.nullable(), initial: null },
    /** Most devices that have an order and no result yet; null for no such limit. */
    at_once: {
      read: z.int().nullable().default(null),
      input: z.int('must be a whole number').min(1, 'must be at least 1').max(ROLLOUT_DEVICES_MAX).nullable(),
      initial: null,
    },
    watch: { read: watchFieldsSchema.nullable().default(null), input: watchSchema.nullable(), initial: null },
    /** Whether it also takes devices that are silent, or were never seen: their orders wait for them. */
    includes_silent: { read: z.boolean().default(true), input: z.boolean(), initial: true },
    state: { read: rolloutStateSchema },
    /** The stage that it is in, counted from 0. */
    stage: { read: z.int().min(0).default(0) },
    hold: { read: holdSchema.nullable().default(null) },
    waits_for: { read: waitSchema.nullable().default(null) },
    progress: { read: z.array(progressSchema).default([]).describe('Empty for a draft') },
    left_out: {
      read: z
        .partialRecord(leftOutSchema, z.int().min(0))
        .default({})
        .describe('How many devices it left out, by reason'),
    },
    /** When it is expected to be done, by the rhythms of its devices; null while that depends on a person. */
    expected_end: { read: timeSchema.nullable().default(null) },
    /** The roll-out that this one takes back. */
    rollback_of: { read: idSchema.nullable().default(null) },
    /** The roll-out that takes this one back. */
    rolled_back_by: { read: idSchema.nullable().default(null) },
    created_at: { read: timeSchema },
    created_by: { read: doerSchema },
    started_at: { read: timeSchema.nullable().default(null) },
    started_by: { read: doerSchema.nullable().default(null) },
    ended_at: { read: timeSchema.nullable().default(null) },
    version: { read: versionSchema },
  },
})
export type Rollout = z.infer<typeof rolloutEntity.schema>
export type RolloutCreate = z.infer<typeof rolloutEntity.create>
export type RolloutUpdate = z.infer<typeof rolloutEntity.update>

/** Whether a roll-out has ended. */
export const isEnded = ({ state }: Pick<Rollout, 'state'>): boolean => state === 'done' || state === 'stopped'

/** Fields that can still be changed when a roll-out has started. */
export const CHANGEABLE_AFTER_START = ['name', 'note'] as const
