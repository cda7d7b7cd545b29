import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AlertState, AudienceInput, Condition, Scope } from '#contract/alerts'
import { createdAt, time, version } from './columns'
import { connector } from './connector'
import { device } from './device'
import { spaceId } from './space'

export const alertRule = pgTable(
  'alert_rule',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    enabled: boolean().notNull().default(true),
    condition: jsonb().$type<Condition>().notNull(),
    scope: jsonb().$type<Scope>().notNull(),
    /** Who is told. */
    notify: jsonb().$type<AudienceInput>().notNull(),
    urgent: boolean().notNull().default(false),
    judgedFrom: time('judged_from').notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.id] })],
)

/** What a rule about values remembers of each of them. One about silence needs nothing but the contact of its devices. */
export const alertState = pgTable(
  'alert_state',
  {
    spaceId: uuid('space_id').notNull(),
    ruleId: uuid('rule_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    path: text().notNull(),
    /** Of the rule when it was judged: a rule that was changed since begins anew. */
    judgedFrom: time('judged_from').notNull(),
    state: jsonb().$type<AlertState>().notNull(),
    /** Since when it is as the rule waits for, and not told because the device is muted. */
    withheldAt: time('withheld_at'),
    /** When it opens if nothing more is heard; see \`opensAt\`. */
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
    note: text(),
    createdBy: text('created_by').notNull(),
    /** What a mute was about before it was changed or deleted: nobody sees it, but that it has ended counts. */
    isPast: boolean('is_past').notNull().default(false),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('mute_by_end').on(t.spaceId, t.endsAt),
    check('mute_times', sql`${t.startsAt} <= ${t.endsAt}`),
  ],
)

/** An outage: what a rule found at about the same time. It outlives the rule. */
export const alert = pgTable(
  'alert',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    ruleId: uuid('rule_id').notNull(),
    ruleName: text('rule_name').notNull(),
    condition: jsonb().$type<Condition>().notNull(),
    notify: jsonb().$type<AudienceInput>().notNull(),
    urgent: boolean().notNull().default(false),
    /** Since when it is so: the earliest of its episodes. */
    since: time('since').notNull(),
    openedAt: time('opened_at').notNull(),
    /** When its last device joined. */
    grewAt: time('grew_at').notNull(),
    endedAt: time('ended_at'),
    /** When people were last told of it: that it opened, or ended. Null of what opened before that was noted. */
    toldAt: time('told_at'),
    acknowledgedAt: time('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    /** What they wrote then; it is among its notes, too. */
    note: text(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('alert_of_rule').on(t.spaceId, t.ruleId, t.id),
    index('alert_told').on(t.spaceId, t.toldAt),
    index('alert_open').on(t.spaceId, t.id).where(sql`${t.endedAt} is null`),
  ],
)

/** What somebody wrote about an alert. */
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

/** What one device, one of its values, or one connector has to do with an alert. */
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
    /** Empty where it is not about a value. */
    path: text().notNull(),
    since: time('since').notNull(),
    openedAt: time('opened_at').notNull(),
    endedAt: time('ended_at'),
    worst: doublePrecision(),
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
    // Of one fact there is never more than one alert.
    uniqueIndex('alert_episode_open')
      .on(t.spaceId, t.ruleId, sql`coalesce(${t.deviceId}, ${t.connectorId})`, t.path)
      .where(sql`${t.endedAt} is null`),
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
