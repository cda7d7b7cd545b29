import { and, eq, type SQL, sql } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import { BEHIND_AFTER, CANCELLED_IN_A_ROW, WAITING_COUNTED_MAX } from '#contract/connectors'
import { ACKNOWLEDGERS_TOLD, type AttentionKind, attentionKindSchema, FIRMWARE_DAYS, MANY_BOOTS, WAITING_INTERVALS } from '#contract/overview'
import type { Permission } from '#contract/permissions'
import { connector, deviceContact } from '../../db/schema'
import { isAmong, seenBy } from '../alerts'
import { isAmong, seenBy } from '../alerts/list'
import { isOfOwnDevice } from '../background/deletion'
import { type Caller, may, shownDoer } from '../common/caller'
import { isoTime } from '../common/json'
import { hasAllowedTag, notOfMoved } from '../common/visibility'
import { connectors } from '../connectors/connector'
import { CANCELLED_SINCE, OLDEST } from '../connectors/operationColumn'
import { joinGivenUp, joinLastAttempt } from '../connectors/statistics'
import { bootsOf, isStateAt } from '../devices/contact'
import { isLastOfPart } from '../devices/firmware'

/** Seconds that are assumed while the usual interval of a device is not known. */
const ASSUMED_INTERVAL = 86_400

/** Who asks, about which space, and when. */
export interface Question {
  caller: Caller
  spaceId: string
  now: Date
}

/** What every line has; a source gives those that its kind has. */
const COLUMNS = {
  subject_id: 'uuid',
  since: 'timestamptz',
  count: 'int',
  connector_count: 'int',
  usual_interval: 'int',
  last_seen: 'timestamptz',
  alert_id: 'uuid',
  alert_count: 'int',
  acknowledged: 'jsonb',
  acknowledged_by: 'text',
  firmware_id: 'text',
  target: 'text',
  reason: 'text',
  status: 'int',
  error_code: 'text',
  error_detail: 'text',
  ends_at: 'timestamptz',
} as const
type Given = Partial<Record<keyof typeof COLUMNS, string>> & Record<'subject_id' | 'since', string>

/** The columns as the list of a `select`. */
function listOf(given: Given): string {
  const columns = new Map<string, string>(Object.entries(given))
  const list = Object.entries(COLUMNS).map(
    ([name, type]) => `${columns.get(name) ?? 'null'}::${type} as ${name}`,
  )
  return list.join(', ')
}

/** Where the lines of a kind are in the list: in the order of the contract. */
const placeOf = (kind: AttentionKind) => attentionKindSchema.options.indexOf(kind)

/** What a source selects for the lines of a kind. */
const selection = (kind: AttentionKind, given: Given): SQL =>
  sql.raw(`'${kind}' as kind, ${placeOf(kind)} as place, ${listOf(given)}`)

/** SQL of the condition that a row of `device_contact` is of a device of the space, which the caller sees. */
const isSeen = ({ caller, spaceId }: Question) =>
  and(
    eq(deviceContact.spaceId, spaceId),
    sql.raw(notOfMoved('device_contact')),
    hasAllowedTag(caller, 'device', { spaceId: deviceContact.spaceId, id: deviceContact.deviceId }),
  )

/** SQL that joins the contact of the device in a row. */
const joinContact = (row: string) =>
  sql.raw(
    `join device_contact on device_contact.space_id = ${row}.space_id and device_contact.device_id = ${row}.device_id`,
  )

const CONTACT = {
  subject_id: 'device_contact.device_id',
  usual_interval: 'device_contact.usual_interval',
  last_seen: 'device_contact.last_seen',
}

/** Devices that are silent or late, since when `contactColumn` says. */
function overdue(question: Question): SQL {
  const [isSilent, isLate] = [isStateAt('silent', question.now), isStateAt('late', question.now)]
  const either = (silent: string, late: string) => `case when ${isSilent} then ${silent} else ${late} end`
  const since = either('device_contact.last_seen', 'device_contact.expected_at')
  return sql`
    select ${sql.raw(either("'silent'", "'late'"))} as kind,
      ${sql.raw(either(String(placeOf('silent')), String(placeOf('late'))))} as place,
      ${sql.raw(listOf({ ...CONTACT, since }))}
    from device_contact
    where ${isSeen(question)} and (${sql.raw(isSilent)} or ${sql.raw(isLate)})`
}

/** The last job of each part of a device, where it failed; of several parts the last one speaks for the device. */
const failedFirmware = (question: Question) => sql`
  (select distinct on (f.device_id) ${selection('firmware_failed', {
    subject_id: 'f.device_id',
    since: 'f.updated_at',
    firmware_id: 'f.firmware_id',
    target: 'f.target',
    reason: 'f.reason',
  })}
  from firmware_job f ${joinContact('f')}
  where ${isSeen(question)} and f.space_id = ${question.spaceId} and f.state = 'failed'
    and f.updated_at >= ${new Date(question.now.getTime() - FIRMWARE_DAYS * DAY)}
    and ${sql.raw(isLastOfPart('f'))}
  order by f.device_id, f.updated_at desc)`

/** SQL of since when a downlink `m` waits, and how long its device may leave it. */
const WAITS_SINCE = 'greatest(m.created_at, m.down_scheduled_at)'
const PATIENCE = `${WAITING_INTERVALS} * coalesce(device_contact.usual_interval, ${ASSUMED_INTERVAL}) * interval '1 second'`

/** The contact tells the last boot, so that only the sessions of devices are counted that have booted lately. */
function manyBoots(question: Question): SQL {
  const from = Math.floor((question.now.getTime() - DAY) / 1000)
  return sql`
    select ${selection('many_boots', { subject_id: CONTACT.subject_id, since: 'to_timestamp(b.first)', count: 'b.count' })}
    from device_contact cross join lateral (
      select count(*) as count, min(s.session_id) as first from (${sql.raw(bootsOf('device_contact', String(from)))}) s
    ) b
    where ${isSeen(question)} and device_contact.session_id > ${from} and b.count >= ${MANY_BOOTS}`
}

/** Downlinks that their device has not fetched; one that was scheduled waits from its time on. */
const waitingDownlinks = (question: Question) => sql`
  select ${selection('downlink_waiting', {
    subject_id: 'm.device_id',
    since: `min(${WAITS_SINCE})`,
    count: 'count(*)',
    usual_interval: 'min(device_contact.usual_interval)',
    last_seen: 'min(device_contact.last_seen)',
  })}
  from message m ${joinContact('m')}
  where ${isSeen(question)} and m.space_id = ${question.spaceId} and m.down_state = 'pending'
    and ${sql.raw(WAITS_SINCE)} + ${sql.raw(PATIENCE)} <= ${question.now}
  group by m.device_id`

/** SQL of the condition that a `connector` is one of the space that the caller sees and that delivers. */
export const delivers = ({ caller, spaceId }: Question): SQL | undefined =>
  and(eq(connector.spaceId, spaceId), eq(connector.enabled, true), connectors.seenBy(caller))

/** SQL of the condition that a rule has an open alert of a `connector`. */
const isToldByRule = sql.raw(`exists (
  select from alert_episode e join alert_rule r on r.space_id = e.space_id and r.id = e.rule_id
  where e.space_id = connector.space_id and e.connector_id = connector.id and e.ended_at is null)`)

/** SQL of the condition that a `connector` is told as failing by its `last` attempt. */
const isFailing = sql`not last.success and not ${isToldByRule} and not exists (
  select from connector_operation o
  where o.space_id = connector.space_id and o.connector_id = connector.id and o.state <> 'on')`

/** Connectors whose last attempt failed, since the first failure after the last success. Those with an open alert are told by its rule. */
const failingConnectors = (question: Question) => sql`
  select ${selection('connector_failing', {
    subject_id: 'connector.id',
    since: 'coalesce(first.created_at, last.created_at)',
    count: 'given_up.count',
    status: 'last.status',
    error_code: 'last.error_code',
    error_detail: 'left(last.error_detail, 255)',
  })}
  from connector ${joinLastAttempt(question.now)}
    left join lateral (
      select f.created_at from delivery_attempt f
      where f.space_id = connector.space_id and f.connector_id = connector.id and not f.success and not f.is_test
        and f.created_at >= ${new Date(question.now.getTime() - DAY)} and f.created_at > coalesce((
          select s.created_at from delivery_attempt s
          where s.space_id = connector.space_id and s.connector_id = connector.id and s.success and not s.is_test
            and s.created_at >= ${new Date(question.now.getTime() - DAY)}
          order by s.created_at desc limit 1), '-infinity')
      order by f.created_at limit 1
    ) first on true
    ${joinGivenUp(question.now)}
  where ${delivers(question)} and ${isFailing}`

/** Connectors with what was not delivered. One that is failing says it in that line. */
const notDelivered = (question: Question) => sql`
  select ${selection('connector_not_delivered', {
    subject_id: 'connector.id',
    since: 'given_up.since',
    count: 'given_up.count',
  })}
  from connector ${joinLastAttempt(question.now)} ${joinGivenUp(question.now)}
  where ${delivers(question)} and given_up.count > 0 and not (${isFailing})`

/** SQL of how many deliveries of a `connector` wait, no more than a person wants to know exactly. */
const WAITING = `(select count(*) from (
  select from delivery p
  where p.space_id = connector.space_id and p.connector_id = connector.id and p.state = 'pending' and not p.is_test and ${isOfOwnDevice('p')}
  limit ${WAITING_COUNTED_MAX + 1}) p)`

/** Connectors that nothing holds back, and where something has waited for long. One that is failing, or has an open alert, is told otherwise. */
const behindConnectors = (question: Question) => sql`
  select ${selection('connector_behind', { subject_id: 'connector.id', since: 'waiting.oldest_at', count: WAITING })}
  from connector cross join lateral (select ${sql.raw(OLDEST)} as oldest_at) waiting
  where ${delivers(question)} and waiting.oldest_at <= ${new Date(question.now.getTime() - BEHIND_AFTER * 1000)}
    and not ${isToldByRule} and not exists (
      select from connector_operation o
      where o.space_id = connector.space_id and o.connector_id = connector.id and (o.state <> 'on' or o.skip_before is not null))
    and not exists (select from (select connector.*) connector ${joinLastAttempt(question.now)} where ${isFailing})`

/** Connectors that something holds back: a receiver, or a pause that is about to end. None of them is told of as failing. */
const heldConnectors = (question: Question) => sql`
  select 'connector_' || o.state as kind, case o.state
      when 'stopped' then ${sql.raw(String(placeOf('connector_stopped')))}
      when 'waiting' then ${sql.raw(String(placeOf('connector_waiting')))}
      else ${sql.raw(String(placeOf('connector_paused')))} end as place,
    ${sql.raw(
      listOf({
        subject_id: 'connector.id',
        since: 'o.since',
        count: WAITING,
        status: 'o.status',
        error_code: 'o.error_code',
        error_detail: 'left(o.error_detail, 255)',
        ends_at: 'o.until',
      }),
    )}
  from connector join connector_operation o on o.space_id = connector.space_id and o.connector_id = connector.id
  where ${delivers(question)} and (
    o.state = 'stopped' or (o.state = 'waiting' and not ${isToldByRule})
    or (o.state = 'paused' and o.until - ${question.now}::timestamptz
      < least(interval '${sql.raw(String(PAUSE_WARNING))} seconds', (o.until - o.since) / 4)))`

/** Connectors whose code cancelled the last deliveries, one after the other. */
const cancellingConnectors = (question: Question) => sql`
  select ${selection('connector_cancelling', { subject_id: 'connector.id', since: 'cancelled.since', count: String(CANCELLED_IN_A_ROW) })}
  from connector cross join lateral (select ${sql.raw(CANCELLED_SINCE)} as since) cancelled
  where ${delivers(question)} and cancelled.since is not null`

const NOT_AFTER = `(connector.client_certificate->>'not_after')::timestamptz`
const EXPIRING = `(${NOT_AFTER} - interval '${CERTIFICATE_WARNING_DAYS} days')`

/** Connectors whose client certificate expires soon, or has expired. */
const expiringCertificates = (question: Question) => sql`
  select ${selection('connector_certificate', { subject_id: 'connector.id', since: EXPIRING, ends_at: NOT_AFTER })}
  from connector where ${delivers(question)} and ${sql.raw(EXPIRING)} <= ${question.now}`

/**
 * Rules with open alerts: a put-off is about the rule, so that it outlasts one that ends and opens again. What is open of each rule is
 * read by itself, and told of all of its open alerts together.
 * @param count what is counted, and the column of an episode `e` that tells it
 */
const openAlerts = (
  { caller, spaceId }: Question,
  [count, subject]: ['count' | 'connector_count', string],
  which?: SQL,
) => sql`
  select ${selection('alert', {
    subject_id: 'r.id',
    since: 'a.since',
    [count]: 'found.count',
    alert_id: 'a.newest',
    alert_count: 'a.count',
    acknowledged: `json_build_object('count', a.taken, 'by', by.told, 'by_count', by.count)`,
    acknowledged_by: 'case when a.taken = a.count and by.count = 1 then by.told->>0 end',
  })}
  from alert_rule r
    cross join lateral (
      select count(distinct ${sql.raw(subject)}) as count, array_agg(distinct e.alert_id) as alert_ids
      from alert_episode e
      where ${and(sql`e.space_id = ${spaceId} and e.rule_id = r.id and e.ended_at is null and ${sql.raw(subject)} is not null`, which, isAmong(caller, sql.raw(subject), seenBy(caller, spaceId)))}
    ) found
    cross join lateral (
      select min(o.since) as since, count(*) as count, count(o.acknowledged_at) as taken,
        (array_agg(o.id order by o.id desc))[1] as newest, array_agg(o.acknowledged_by) as people
      from alert o where o.space_id = ${spaceId} and o.id = any(found.alert_ids) and o.ended_at is null
      having count(*) > 0
    ) a
    cross join lateral (
      select count(*) as count, coalesce(json_agg(p.name order by p.name) filter (where p.place <= ${ACKNOWLEDGERS_TOLD}), '[]') as told
      from (
        select name, row_number() over (order by name) as place
        from (select distinct ${sql.raw(shownDoer(caller, 'q.name'))} as name from unnest(a.people) q (name) where q.name is not null) known
      ) p
    ) by
  where r.space_id = ${spaceId}`

const openAlertsOfDevices = (question: Question) =>
  openAlerts(question, ['count', 'e.device_id'], sql.raw(notOfMoved('e')))

/** The same of rules about connectors. */
const openAlertsOfConnectors = (question: Question) =>
  openAlerts(question, ['connector_count', 'e.connector_id'])

/** What finds the lines, with the columns of `selection`, and what a caller needs to read them. A new kind has its source here. */
const SOURCES: readonly [source: (question: Question) => SQL, ...needed: Permission[]][] = [
  [openAlertsOfDevices, 'space:alert:read'],
  [openAlertsOfConnectors, 'space:alert:read'],
  [heldConnectors, 'space:connector:read'],
  [failingConnectors, 'space:connector:read'],
  [cancellingConnectors, 'space:connector:read'],
  [notDelivered, 'space:connector:read'],
  [behindConnectors, 'space:connector:read'],
  [expiringCertificates, 'space:connector:read'],
  [failedFirmware, 'space:device:read'],
  [manyBoots, 'space:device:read'],
  [waitingDownlinks, 'space:device:read', 'space:message:read'],
  [overdue, 'space:device:read'],
]

const NO_LINES = sql`select ${selection('alert', { subject_id: 'null', since: 'null' })} where false`

/** SQL of all lines of a space that the caller may read, put off or not. */
export function linesOf(question: Question): SQL {
  const told = SOURCES.filter(([, ...needed]) => needed.every((one) => may(question.caller, one)))
  return told.length === 0
    ? NO_LINES
    : sql.join(
        told.map(([source]) => source(question)),
        sql` union all `,
      )
}

/** SQL of what speaks for a line `l`, without what it has not. */
export const EVIDENCE: SQL = sql.raw(
  `json_strip_nulls(json_build_object(${Object.entries(COLUMNS)
    .filter(([name]) => name !== 'subject_id' && name !== 'since')
    .map(([name, type]) => `'${name}', ${type === 'timestamptz' ? isoTime(`l.${name}`) : `l.${name}`}`)
    .join(', ')}))`,
)
