import { z } from 'zod'
import {
  COMMENT_MAX_LENGTH,
  cursorSchema,
  doerSchema,
  endpoint,
  idSchema,
  limitSchema,
  listOf,
  timeSchema,
  versionSchema,
} from '../common'
import { callsOf, inSpace } from '../entity'
import { ALERT_NOTES_CAPABILITY, ALERTS_CAPABILITY } from './capability'
import { conditionSchema } from './condition'
import { flappingSchema } from './flapping'
import { alertRuleEntity, escalationStepSchema, scopeSchema } from './rule'

/** Days of the past that a preview covers. */
export const TRIAL_DAYS = 30
/** Most alerts of a preview, and devices or connectors of an alert, in an answer; the counts are of all. */
export const TRIAL_MAX = 500
export const ALERT_DEVICES_MAX = 100
/** Most notes of an alert, and how many of the newest a list has; `note_count` is of all. */
export const ALERT_NOTES_MAX = 100
export const LISTED_NOTES = 3

/** When the condition of a rule held. */
const times = {
  /** When the condition began to hold. */
  since: timeSchema,
  opened_at: timeSchema,
  /** Null while the condition holds. */
  ended_at: timeSchema.nullable(),
}

const flapping = flappingSchema
  .nullable()
  .default(null)
  .describe(
    'How often it had opened again and again when it opened; null if it did not flap, and in a preview',
  )

const episode = {
  device_id: idSchema,
  device_name: z.string().describe('Empty for a key without `space:device:read`'),
  /** Path of the value; null if the device sent nothing. */
  path: z.string().nullable(),
  ...times,
  worst: z
    .number()
    .nullable()
    .describe('The value that was furthest beyond; null for a key without `space:message:series:read`'),
}

/** A device, or one of its values, for which the condition held. */
const episodeSchema = z.object({ ...episode, flapping }).meta({ id: 'AlertEpisode' })
export type Episode = z.infer<typeof episodeSchema>

/** A connector for which the condition held. */
const connectorEpisodeSchema = z
  .object({
    connector_id: idSchema,
    connector_name: z.string().describe('Empty for a key without `space:connector:read`'),
    ...times,
    flapping,
  })
  .meta({ id: 'AlertConnectorEpisode' })
export type ConnectorEpisode = z.infer<typeof connectorEpisodeSchema>

/** An active mute of devices or connectors of an open alert. */
const mutedBySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    ends_at: timeSchema,
    created_by: doerSchema,
  })
  .meta({ id: 'AlertMute' })

const alertNoteSchema = z
  .object({ id: idSchema, text: z.string(), by: doerSchema, at: timeSchema })
  .meta({ id: 'AlertNote' })
export type AlertNote = z.infer<typeof alertNoteSchema>

/** People that `notified` names of one time. */
export const NOTIFIED_PEOPLE_MAX = 20

/** Whom an alert notified at a time: when it opened, or later, because nobody had acknowledged it or it was assigned. */
const notifiedSchema = z
  .object({
    at: timeSchema,
    step: z.int().describe('0: when it opened or was assigned; otherwise the step of the escalation'),
    people: z.array(doerSchema).describe(`The first ${NOTIFIED_PEOPLE_MAX}`),
    people_count: z.int(),
    later_count: z
      .int()
      .describe('Those of them whose e-mail waits for the end of their quiet hours, or for that of the day'),
    connectors: z.array(z.string()).describe('Their names'),
    is_gap: z.boolean().describe('Nobody was on shift, so that the admins of the space were notified'),
  })
  .meta({ id: 'AlertNotified' })

/** Whom an alert notifies next, and when, unless somebody acknowledges it. */
const nextStepSchema = escalationStepSchema.extend({ at: timeSchema }).meta({ id: 'AlertNextStep' })

/** The value of an alert that was furthest beyond the threshold. */
export const worstSchema = z
  .object({ device_id: idSchema, path: z.string(), value: z.number() })
  .meta({ id: 'AlertWorst' })

/** An alert: the episodes that a rule found at about the same time. */
export const alertSchema = z
  .object({
    id: idSchema,
    rule_id: idSchema,
    /** The name at the time when it opened. */
    rule_name: z.string(),
    condition: conditionSchema,
    since: timeSchema
      .nullable()
      .default(null)
      .describe(
        'When the condition was first met by one of its devices or connectors. An alert lasts from then on',
      ),
    opened_at: timeSchema.describe('When the condition had been met for as long as the rule requires'),
    /** When the last device or connector recovered, or the rule was changed; null while it is open. */
    ended_at: timeSchema.nullable(),
    device_count: z.int(),
    /** For a rule about connectors, whose alerts have no devices; others have no connectors. */
    connector_count: z.int().default(0),
    /** How many of its devices or connectors still meet the condition. */
    open_count: z.int(),
    /** Those that still meet the condition come first. */
    devices: z.array(episodeSchema),
    connectors: z.array(connectorEpisodeSchema).default([]),
    worst: worstSchema
      .nullable()
      .default(null)
      .describe(
        'The worst value of all its devices; null for an alert that is not about values, and for a key without `space:message:series:read`',
      ),
    notified: z.array(notifiedSchema).default([]).describe('Whom it has notified, in this order'),
    next_step: nextStepSchema
      .nullable()
      .default(null)
      .describe('Null for one that somebody has acknowledged, that is resolved, or that has no further step'),
    flapping: flappingSchema
      .nullable()
      .default(null)
      .describe('Of the device or connector that has opened most often; null if none flaps'),
    acknowledged_at: timeSchema.nullable(),
    acknowledged_by: doerSchema.nullable(),
    assigned_to: doerSchema
      .nullable()
      .default(null)
      .describe('Who looks after it: whoever acknowledged it last, or whom they assigned it to'),
    note: z.string().nullable().describe('Note of the last acknowledgement; all notes are in `notes`'),
    notes: z
      .array(alertNoteSchema)
      .default([])
      .describe(
        `The newest first, at most ${ALERT_NOTES_MAX}; in a list the newest ${LISTED_NOTES} of each alert`,
      ),
    note_count: z.int().default(0),
    /** Active mutes of its open devices or connectors: the last to end first. */
    mutes: z.array(mutedBySchema).default([]),
    /** Whether some of its open devices or connectors are muted, and others are not. */
    is_partly_muted: z.boolean().default(false),
    version: versionSchema,
  })
  .meta({ id: 'Alert' })
export type Alert = z.infer<typeof alertSchema>

/** A variant of the condition, and the number of alerts that it would have opened. */
const variantSchema = z
  .object({ condition: conditionSchema, alert_count: z.int() })
  .meta({ id: 'AlertVariant' })

/** The alerts that a rule would have opened in the past. */
const trialSchema = z
  .object({
    after: timeSchema,
    before: timeSchema,
    /** Devices or connectors that the rule applies to, and those of them that would have had an alert. */
    scope_count: z.int(),
    device_count: z.int(),
    connector_count: z.int().default(0),
    alert_count: z.int(),
    usual_interval: z
      .object({ least: z.number(), greatest: z.number() })
      .nullable()
      .default(null)
      .describe(
        'Usual seconds between two contacts of the devices that have sent such a value; null of a rule that is not about values that come, and where it is not known',
      ),
    /** Duration of the shortest alert that has ended, in seconds; null if there is none. */
    shortest: z.number().nullable(),
    /** Whether there would have been more alerts than were looked for. */
    is_cut: z.boolean().default(false),
    /** The newest alerts. */
    alerts: z.array(episodeSchema),
    /** The newest alerts of a rule about connectors. */
    connectors: z.array(connectorEpisodeSchema).default([]),
    /** Variants with fewer alerts, if many were short. */
    variants: z.array(variantSchema),
  })
  .meta({ id: 'AlertTrial' })
export type Trial = z.infer<typeof trialSchema>

const trialInput = z.object({ condition: conditionSchema, scope: scopeSchema.default({ kind: 'all' }) })
export type TrialInput = z.infer<typeof trialInput>

/** A note as people type it. */
const noteTextSchema = z
  .string({ error: 'is required' })
  .trim()
  .max(COMMENT_MAX_LENGTH, `must have at most ${COMMENT_MAX_LENGTH} characters`)

const shared = { capability: ALERTS_CAPABILITY } as const
const calls = callsOf(alertRuleEntity)
const oneAlert = inSpace.extend({ alertId: idSchema })

/** Rules that open alerts. Rules, "Alerts". */
export const alertRulesApi = {
  list: endpoint({ ...calls.list, ...shared, summary: 'List the alert rules of a space' }),
  create: endpoint({
    ...calls.create,
    ...shared,
    summary: 'Create an alert rule; it evaluates data from now on',
  }),
  get: endpoint({ ...calls.get, ...shared, summary: 'Get an alert rule' }),
  update: endpoint({
    ...calls.update,
    ...shared,
    summary:
      'Update an alert rule; what is not sent is kept. A new condition or scope ends its open alerts and begins anew',
  }),
  delete: endpoint({ ...calls.delete, ...shared, summary: 'Delete an alert rule; its open alerts end' }),
  try: endpoint({
    ...calls.list,
    ...shared,
    method: 'post',
    path: '/spaces/{spaceId}/alert-rules/try',
    permission: 'space:alertRule:create',
    isHeavy: true,
    query: undefined,
    summary: `Try a rule on the last ${TRIAL_DAYS} days, without saving it. A key also needs what reading the same needs: \`space:device:read\`, of values \`space:message:series:read\` too, of connectors only \`space:connector:read\``,
    body: trialInput,
    answer: trialSchema,
    audit: null,
  }),
}

/** To whom a list can ask for alerts to be assigned. */
const ASSIGNED = ['me', 'nobody'] as const

/** Filters of the list of alerts. */
const filters = {
  state: z.enum(['open', 'ended']).optional(),
  rule_id: listOf(idSchema),
  device_id: idSchema.optional(),
  connector_id: idSchema.optional(),
  assigned_to: listOf(z.enum(ASSIGNED)).describe(
    'Only alerts that are assigned to the caller, or to nobody yet. With the capability `alertAssignment`',
  ),
}

/** An alert has everything that its rule found, of however many devices. */
const ofAlerts = { ...shared, tag: 'Alerts', access: 'bearerOrKey', status: 200, isHeavy: true } as const

/** The alerts of a space. Rules, "Alerts". */
export const alertsApi = {
  list: endpoint({
    ...ofAlerts,
    method: 'get',
    path: '/spaces/{spaceId}/alerts',
    params: inSpace,
    permission: 'space:alert:read',
    summary: 'List the alerts of a space, the newest first',
    query: z.object({ ...filters, limit: limitSchema(40), cursor: cursorSchema.optional() }),
    answer: z.array(alertSchema),
  }),
  get: endpoint({
    ...ofAlerts,
    method: 'get',
    path: '/spaces/{spaceId}/alerts/{alertId}',
    params: oneAlert,
    permission: 'space:alert:read',
    summary: 'Get an alert',
    answer: alertSchema,
  }),
  acknowledge: endpoint({
    ...ofAlerts,
    method: 'post',
    path: '/spaces/{spaceId}/alerts/{alertId}/acknowledge',
    params: oneAlert,
    permission: 'space:alert:acknowledge',
    summary:
      'Say who looks after an alert: the caller, or a person whom they assign it to, which also needs `space:user:read`; without If-Match, who says so last is told. A note is added to those that are there',
    body: z.object({
      note: noteTextSchema
        .transform((text) => text || null)
        .nullable()
        .default(null),
      assign_to: idSchema
        .toLowerCase()
        .nullable()
        .default(null)
        .describe(
          'A person of the space who may see the alert, and is told; null for the caller. With the capability `alertAssignment`',
        ),
    }),
    answer: alertSchema,
    isConditional: true,
    audit: 'alert.acknowledge',
  }),
  addNote: endpoint({
    ...ofAlerts,
    capability: ALERT_NOTES_CAPABILITY,
    method: 'post',
    path: '/spaces/{spaceId}/alerts/{alertId}/notes',
    params: oneAlert,
    permission: 'space:alert:acknowledge',
    summary: `Add a note to an alert, which has at most ${ALERT_NOTES_MAX}; the acknowledgement stays`,
    body: z.object({ note: noteTextSchema.min(1, 'is required') }),
    answer: alertSchema,
    audit: 'alert.note',
  }),
}
export type Acknowledgement = z.output<typeof alertsApi.acknowledge.body>
export type AlertListQuery = z.infer<typeof alertsApi.list.query>
