import { z } from 'zod'
import { idSchema, NAME_MIN_LENGTH, ONE_LINE, TEXT_MAX_LENGTH, timeSchema, versionSchema } from '../common'
import { entity } from '../entity'
import { spaceRoleSchema } from '../permissions'
import { type Condition, conditionSchema, isOfConnectors } from './condition'

/** Most rules of a space. */
export const RULES_MAX = 100
/** Most tags, devices or connectors that a rule names. */
export const SCOPE_MAX = 100

const ids = (what: string) =>
  z
    .array(idSchema.toLowerCase())
    .min(1, 'is required')
    .max(SCOPE_MAX, `must have at most ${SCOPE_MAX} ${what}`)

/**
 * The devices or connectors that a rule applies to: all, those with a tag, selected ones, or the devices of a view. Deleted ones match
 * nothing. A mute of all, or of tags, applies to both devices and connectors.
 */
export const scopeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }).meta({ id: 'AlertScopeAll' }),
    z.object({ kind: z.literal('tags'), tag_ids: ids('tags') }).meta({ id: 'AlertScopeTags' }),
    z.object({ kind: z.literal('devices'), device_ids: ids('devices') }).meta({ id: 'AlertScopeDevices' }),
    z.object({ kind: z.literal('view'), view_id: idSchema.toLowerCase() }).meta({
      id: 'AlertScopeView',
      description:
        'The devices of a shared view, which are found anew every minute. With the capability `views`',
    }),
    z
      .object({ kind: z.literal('connectors'), connector_ids: ids('connectors') })
      .meta({ id: 'AlertScopeConnectors' }),
  ])
  .meta({ id: 'AlertScope' })
export type Scope = z.infer<typeof scopeSchema>

/** Whether a rule with a condition can have a scope: selected devices have no connectors, and the other way round. */
export const canBeAbout = (condition: Pick<Condition, 'kind'>, { kind }: Pick<Scope, 'kind'>): boolean =>
  isOfConnectors(condition) ? kind !== 'devices' && kind !== 'view' : kind !== 'connectors'

/** Most people that a rule names. */
const PEOPLE_MAX = 100

/** Most connectors that a rule names. */
export const RULE_CONNECTORS_MAX = 20
/** Most shifts that a rule names. */
export const RULE_SHIFTS_MAX = 10
/** Most steps of an escalation, and the last minute of one: a week. */
export const ESCALATION_STEPS_MAX = 5
const ESCALATION_MINUTES_MAX = 10_080

/**
 * Whom a rule notifies: by e-mail people of the space, by their role, and chosen ones; other systems by connectors.
 * Connectors that are deleted later match nothing.
 */
export const audienceSchema = z
  .object({
    roles: z.array(spaceRoleSchema).max(spaceRoleSchema.options.length).default([]),
    user_ids: z
      .array(idSchema.toLowerCase())
      .max(PEOPLE_MAX, `must have at most ${PEOPLE_MAX} people`)
      .default([]),
    connector_ids: z
      .array(idSchema.toLowerCase())
      .max(RULE_CONNECTORS_MAX, `must have at most ${RULE_CONNECTORS_MAX} connectors`)
      .default([]),
    shift_ids: z
      .array(idSchema.toLowerCase())
      .max(RULE_SHIFTS_MAX, `must have at most ${RULE_SHIFTS_MAX} shifts`)
      .default([])
      .describe('Whoever is on shift when an alert notifies; if nobody is, the admins of the space'),
  })
  .meta({ id: 'AlertAudience' })
export type Audience = z.infer<typeof audienceSchema>
/** An audience without anybody. */
export const NOBODY: Audience = { roles: [], user_ids: [], connector_ids: [], shift_ids: [] }

/** The audience in a request: connectors and shifts that are not sent are kept. */
export const audienceInputSchema = audienceSchema
  .extend({
    connector_ids: audienceSchema.shape.connector_ids.removeDefault().optional(),
    shift_ids: audienceSchema.shape.shift_ids.removeDefault().optional(),
  })
  .meta({ id: 'AlertAudienceInput' })
export type AudienceInput = z.infer<typeof audienceInputSchema>

/** Whom an alert notifies that nobody has acknowledged for some time. */
export const escalationStepSchema = audienceSchema
  .extend({
    minutes: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(ESCALATION_MINUTES_MAX, `must be at most ${ESCALATION_MINUTES_MAX}`)
      .describe('After the alert has notified for the first time'),
  })
  .meta({ id: 'AlertEscalationStep' })
export type EscalationStep = z.infer<typeof escalationStepSchema>

/** Steps of an escalation, the earliest first. */
const escalationSchema = z
  .array(escalationStepSchema)
  .max(ESCALATION_STEPS_MAX, `must have at most ${ESCALATION_STEPS_MAX} entries`)

/** Whether an audience names somebody. */
const namesSome = ({ roles, user_ids, connector_ids, shift_ids }: Audience) =>
  roles.length + user_ids.length + connector_ids.length + shift_ids.length > 0

const laterEach = (steps: readonly EscalationStep[]) =>
  steps.every(({ minutes }, at) => minutes > (steps[at - 1]?.minutes ?? 0))

/** Name of a rule or a mute: one line. */
export const ruleNameSchema = z
  .string({ error: 'is required' })
  .trim()
  .min(NAME_MIN_LENGTH, `must have at least ${NAME_MIN_LENGTH} characters`)
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
  .regex(ONE_LINE, 'must be one line')

/** A rule that opens alerts. Rules, "Alerts". */
export const alertRuleEntity = entity({
  name: 'alertRule',
  plural: 'alert-rules',
  title: 'Alerts',
  fields: {
    id: { read: idSchema },
    name: { read: z.string(), input: ruleNameSchema },
    enabled: { read: z.boolean(), input: z.boolean(), initial: true },
    condition: { read: conditionSchema, input: conditionSchema },
    scope: { read: scopeSchema, input: scopeSchema, initial: { kind: 'all' } },
    notify: {
      read: audienceSchema,
      input: audienceInputSchema,
      initial: { roles: ['admin'], user_ids: [], connector_ids: [], shift_ids: [] },
    },
    /** Whom its alerts notify later, while nobody has acknowledged them. */
    escalation: {
      read: escalationSchema.default([]),
      input: escalationSchema
        .refine((steps) => steps.every(namesSome), 'must have someone to notify in each entry')
        .refine(laterEach, 'must have later minutes in each entry than in the one before'),
      initial: [],
    },
    /** Notifies people even in their quiet hours. */
    urgent: { read: z.boolean().default(false), input: z.boolean(), initial: false },
    /** Number of its open alerts; null for those who may not read alerts, or if the server does not say. */
    open_count: { read: z.int().nullable().default(null) },
    /** Data from before was not evaluated. */
    judged_from: { read: timeSchema },
    created_at: { read: timeSchema },
    version: { read: versionSchema },
  },
})
export type AlertRule = z.infer<typeof alertRuleEntity.schema>
export type AlertRuleCreate = z.infer<typeof alertRuleEntity.create>
export type AlertRuleUpdate = z.infer<typeof alertRuleEntity.update>
