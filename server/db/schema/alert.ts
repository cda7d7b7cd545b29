import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  Alert,
  AlertState,
  AudienceInput,
  Condition,
  EscalationStep,
  MuteRepeats,
  Scope,
} from '#contract/alerts'
import { createdAt, time, version } from './columns'
import { connector } from './connector'
import { device } from './device'
import { spaceId } from './space'

/** The condition of an index: a scope is the devices of a view. */
const isOfView = (scope: AnyPgColumn) => sql`${scope}->>'kind' = 'view'`

export const alertRule = pgTable(
  'alert_rule',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    enabled: boolean().notNull().default(true),
    condition: jsonb().$type<Condition>().notNull(),
    scope: jsonb().$type<Scope>().notNull(),
    /** Audience of the rule. */
    notify: jsonb().$type<AudienceInput>().notNull(),
    escalation: jsonb().$type<EscalationStep[]>().notNull().default([]),
    urgent: boolean().notNull().default(false),
    judgedFrom: time('judged_from').notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('alert_rule_of_view').on(t.spaceId).where(isOfView(t.scope)),
  ],
)

/** The state that a rule about values remembers for each of them. A rule about silence needs only the contacts of its devices. */
export const alertState = pgTable(
  'alert_state',
  {
    spaceId: uuid('space_id').notNull(),
    ruleId: uuid('rule_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    path: text().notNull(),
    /** That of the rule when it was evaluated: a rule that was changed since starts anew. */
    judgedFrom: time('judged_from').notNull(),
    state: jsonb().$type<AlertState>().notNull(),
    /** Since when the condition has been met without an alert because the device is muted. */
    withheldAt: time('withheld_at'),
    /** When it opens without further values; see `opensAt`. */
    dueAt: time('due_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.ruleId, t.deviceId, t.path] }),
    foreignKey({
      name: 'alert_state_rule',
      columns: [t.spaceId, t.ruleId],
      foreignColumns: [alertRule.spaceId, alertRule.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'alert_state_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    index('alert_state_of_device').on(t.spaceId, t.deviceId),
    index('alert_state_withheld').on(t.spaceId, t.deviceId).where(sql`${t.withheldAt} is not null`),
    index('alert_state_due').on(t.dueAt, t.spaceId).where(sql`${t.dueAt} is not null`),
  ],
)

/** A time in which no alerts open. It is kept for a while after its end. */
export const mute = pgTable(
  'mute',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    scope: jsonb().$type<Scope>().notNull(),
    /** None means all. */
    ruleIds: jsonb('rule_ids').$type<string[]>().notNull(),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    /** With it, the two times are those of the current or the next time at which the mute is active. */
    repeats: jsonb().$type<MuteRepeats>(),
    /** It repeats, and was active for the last time. */
    isFinished: boolean('is_finished').notNull().default(false),
    note: text(),
    createdBy: text('created_by').notNull(),
    /** The scope of a mute before it was changed or deleted: it is not shown, but its end counts. */
    isPast: boolean('is_past').notNull().default(false),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('mute_by_end').on(t.spaceId, t.endsAt),
    index('mute_of_view').on(t.spaceId).where(isOfView(t.scope)),
    index('mute_repeating')
      .on(t.endsAt, t.spaceId, t.id)
      .where(sql`${t.repeats} is not null and not ${t.isFinished}`),
    check('mute_times', sql`${t.startsAt} <= ${t.endsAt}`),
  ],
)

/** Whom an alert has notified at a time. */
export type Notified = Alert['notified'][number]

/** An alert: the episodes that a rule found at about the same time. It outlives the rule. */
export const alert = pgTable(
  'alert',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    ruleId: uuid('rule_id').notNull(),
    ruleName: text('rule_name').notNull(),
    condition: jsonb().$type<Condition>().notNull(),
    /** The audience, with the people and connectors that it got by shifts and escalations. */
    notify: jsonb().$type<AudienceInput>().notNull(),
    escalation: jsonb().$type<EscalationStep[]>().notNull().default([]),
    /** Number of the steps of its escalation that are over, and when the next one is due; null before it notifies, and without one. */
    escalationStep: integer('escalation_step').notNull().default(0),
    escalatesAt: time('escalates_at'),
    /** Whom it has notified. */
    notified: jsonb().$type<Notified[]>().notNull().default([]),
    urgent: boolean().notNull().default(false),
    /** Since when the condition has been met: the earliest of its episodes. */
    since: time('since').notNull(),
    openedAt: time('opened_at').notNull(),
    /** When its last device joined. */
    grewAt: time('grew_at').notNull(),
    endedAt: time('ended_at'),
    /** When people were last notified that it opened or ended. Null if it opened before this was recorded. */
    notifiedAt: time('notified_at'),
    acknowledgedAt: time('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    /** Who looks after it, as `acknowledged_by`, and the id of that person; null for a key. */
    assignedTo: text('assigned_to'),
    assignedId: uuid('assigned_id'),
    /** The note of the acknowledgement, which is also among its notes. */
    note: text(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('alert_of_rule').on(t.spaceId, t.ruleId, t.id),
    index('alert_notified').on(t.spaceId, t.notifiedAt),
    index('alert_escalating').on(t.escalatesAt, t.spaceId).where(sql`${t.escalatesAt} is not null`),
    index('alert_assigned').on(t.spaceId, t.assignedId, t.id).where(sql`${t.assignedId} is not null`),
    index('alert_open').on(t.spaceId, t.id).where(sql`${t.endedAt} is null`),
  ],
)

export const alertNote = pgTable(
  'alert_note',
  {
    spaceId: uuid('space_id').notNull(),
    alertId: uuid('alert_id').notNull(),
    id: uuid().notNull(),
    text: text().notNull(),
    by: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.alertId, t.id] }),
    foreignKey({
      name: 'alert_note_alert',
      columns: [t.spaceId, t.alertId],
      foreignColumns: [alert.spaceId, alert.id],
    }).onDelete('cascade'),
  ],
)

/** An episode: the part of a device, one of its values, or a connector in an alert. */
export const alertEpisode = pgTable(
  'alert_episode',
  {
    spaceId: uuid('space_id').notNull(),
    alertId: uuid('alert_id').notNull(),
    id: uuid().notNull(),
    ruleId: uuid('rule_id').notNull(),
    /** Null for a connector. */
    deviceId: uuid('device_id'),
    connectorId: uuid('connector_id'),
    /** Empty if it is not about a value. */
    path: text().notNull(),
    since: time('since').notNull(),
    openedAt: time('opened_at').notNull(),
    endedAt: time('ended_at'),
    worst: doublePrecision(),
    /** How often it has opened, from `flapping_since` to this opening; null if it does not flap. */
    flaps: integer(),
    flappingSince: time('flapping_since'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.alertId, t.id] }),
    foreignKey({
      name: 'alert_episode_alert',
      columns: [t.spaceId, t.alertId],
      foreignColumns: [alert.spaceId, alert.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'alert_episode_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'alert_episode_connector',
      columns: [t.spaceId, t.connectorId],
      foreignColumns: [connector.spaceId, connector.id],
    }).onDelete('cascade'),
    check('alert_episode_subject', sql`num_nonnulls(${t.deviceId}, ${t.connectorId}) = 1`),
    // A subject never has more than one open episode of a rule.
    uniqueIndex('alert_episode_open')
      .on(t.spaceId, t.ruleId, sql`coalesce(${t.deviceId}, ${t.connectorId})`, t.path)
      .where(sql`${t.endedAt} is null`),
    index('alert_episode_of_subject').on(
      t.spaceId,
      t.ruleId,
      sql`coalesce(${t.deviceId}, ${t.connectorId})`,
      t.path,
      t.openedAt,
    ),
    index('alert_episode_of_device').on(t.spaceId, t.deviceId, t.alertId),
    // A device may have had many.
    index('alert_episode_open_of_device')
      .on(t.spaceId, t.deviceId, t.alertId)
      .where(sql`${t.endedAt} is null`),
    index('alert_episode_of_connector')
      .on(t.spaceId, t.connectorId, t.alertId)
      .where(sql`${t.connectorId} is not null`),
  ],
)
