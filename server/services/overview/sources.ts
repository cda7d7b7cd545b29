import { and, type SQL, sql } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import { ACKNOWLEDGERS_MAX, FIRMWARE_DAYS, MANY_BOOTS, WAITING_INTERVALS } from '#contract/overview'
import type { Permission } from '#contract/permissions'
import { isAmong, seenBy } from '../alerts/list'
import { may, shownDoer } from '../common/caller'
import { clockAt } from '../common/columns'
import { isoTime } from '../common/json'
import { notOfMoved } from '../common/visibility'
import { bootsOf, isInState } from '../devices/contact'
import { isLastOfPart } from '../devices/firmware'
import { rollouts } from '../rollouts/rollouts'
import {
  behindConnectors,
  cancellingConnectors,
  expiringCertificates,
  failingConnectors,
  heldConnectors,
  notDelivered,
} from './connectorSources'
import { COLUMNS, CONTACT, isSeen, joinContact, listOf, placeOf, type Question, selection } from './selection'

/** Seconds that are assumed while the usual interval of a device is unknown. */
const ASSUMED_INTERVAL = 86_400

/** Devices that are silent or late, with the time from `contactColumn`. */
function overdue(question: Question): SQL {
  const [isSilent, isLate] = [isInState(['silent'], 'clock.at'), isInState(['late'], 'clock.at')]
  const either = (silent: string, late: string) => `case when ${isSilent} then ${silent} else ${late} end`
  const since = either('device_contact.last_seen', 'device_contact.expected_at')
  return sql`
    select ${sql.raw(either("'silent'", "'late'"))} as kind,
      ${sql.raw(either(String(placeOf('silent')), String(placeOf('late'))))} as place,
      ${sql.raw(listOf({ ...CONTACT, since }))}
    from device_contact cross join ${clockAt(question.now)}
    where ${isSeen(question)} and (${sql.raw(isSilent)} or ${sql.raw(isLate)})`
}

/** The last job of each part of a device, if it failed; of several parts the last one represents the device. */
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

/** SQL of since when a downlink `m` has been waiting, and how long its device may leave it. */
const WAITS_SINCE = 'greatest(m.created_at, m.down_scheduled_at)'
const PATIENCE = `${WAITING_INTERVALS} * coalesce(device_contact.usual_interval, ${ASSUMED_INTERVAL}) * interval '1 second'`

/** The contact has the last boot, so that only the sessions of devices are counted that have booted lately. */
function manyBoots(question: Question): SQL {
  const from = Math.floor((question.now.getTime() - DAY) / 1000)
  return sql`
    select ${selection('many_boots', { subject_id: CONTACT.subject_id, since: 'to_timestamp(b.first)', count: 'b.count' })}
    from device_contact cross join (select ${from}::bigint as at) lately cross join lateral (
      select count(*) as count, min(s.session_id) as first from (${sql.raw(bootsOf('device_contact', 'lately.at'))}) s
    ) b
    where ${isSeen(question)} and device_contact.session_id > lately.at and b.count >= ${MANY_BOOTS}`
}

/** Devices that have not fetched a downlink, with all that wait, as the list of messages shows them; a scheduled one waits from its time on. */
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
  group by m.device_id having bool_or(${sql.raw(WAITS_SINCE)} + ${sql.raw(PATIENCE)} <= ${question.now})`

/**
 * Rules with open alerts. A snooze is for the rule, so that it outlasts an alert that ends and opens again. The episodes of each rule are
 * read by themselves, for all of its open alerts together.
 * @param count what is counted, and the column of an episode `e` with its id
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
    acknowledged: `json_build_object('count', a.taken, 'by', by.names, 'by_count', by.count)`,
    acknowledged_by: 'case when a.taken = a.count and by.count = 1 then by.names->>0 end',
  })}
  from alert_rule r
    cross join lateral (
      select count(distinct ${sql.raw(subject)}) as count, array_agg(distinct e.alert_id) as alert_ids
      from alert_episode e
      where ${and(sql`e.space_id = ${spaceId} and e.rule_id = r.id and e.ended_at is null and ${sql.raw(subject)} is not null`, which, isAmong(caller, sql.raw(subject), seenBy(caller, spaceId)))}
    ) found
    cross join lateral (
      select min(o.since) as since, count(*) as count, count(o.acknowledged_at) as taken,
        (array_agg(o.id order by o.id desc))[1] as newest, array_agg(coalesce(o.assigned_to, o.acknowledged_by)) as people
      from alert o where o.space_id = ${spaceId} and o.id = any(found.alert_ids) and o.ended_at is null
      having count(*) > 0
    ) a
    cross join lateral (
      select count(*) as count, coalesce(json_agg(p.name order by p.name) filter (where p.place <= ${ACKNOWLEDGERS_MAX}), '[]') as names
      from (
        select name, row_number() over (order by name) as place
        from (select distinct ${sql.raw(shownDoer(caller, 'q.name'))} as name from unnest(a.people) q (name) where q.name is not null) known
      ) p
    ) by
  where r.space_id = ${spaceId}`

const openAlertsOfDevices = (question: Question) =>
  openAlerts(question, ['count', 'e.device_id'], sql.raw(notOfMoved('e')))

/** The same for rules about connectors. */
const openAlertsOfConnectors = (question: Question) =>
  openAlerts(question, ['connector_count', 'e.connector_id'])

/** Roll-outs that have paused themselves, until a person goes on or stops them. Keys with tags have no part in them. */
const heldRollouts = ({ caller, spaceId }: Question) => sql`
  select ${selection('rollout_held', {
    subject_id: 'rollout.id',
    since: "(rollout.hold->>'at')::timestamptz",
    count: "(rollout.hold->>'count')::int",
    reason: "rollout.hold->>'kind'",
  })}
  from rollout
  where ${and(sql`rollout.space_id = ${spaceId} and rollout.state = 'paused' and rollout.hold is not null`, rollouts.seenBy(caller))}`

/** The sources of lines, with the columns of `selection`, and the permissions to read them. A new kind has its source here. */
const SOURCES: readonly [source: (question: Question) => SQL, ...needed: Permission[]][] = [
  [openAlertsOfDevices, 'space:alert:read'],
  [openAlertsOfConnectors, 'space:alert:read'],
  [heldRollouts, 'space:rollout:read'],
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

/** SQL of all lines of a space that the caller may read, snoozed or not. */
export function linesOf(question: Question): SQL {
  const readable = SOURCES.filter(([, ...needed]) => needed.every((one) => may(question.caller, one)))
  return readable.length === 0
    ? NO_LINES
    : sql.join(
        readable.map(([source]) => source(question)),
        sql` union all `,
      )
}

/** SQL of the evidence of a line `l`, without missing values. */
export const EVIDENCE: SQL = sql.raw(
  `json_strip_nulls(json_build_object(${Object.entries(COLUMNS)
    .filter(([name]) => name !== 'subject_id' && name !== 'since')
    .map(([name, type]) => `'${name}', ${type === 'timestamptz' ? isoTime(`l.${name}`) : `l.${name}`}`)
    .join(', ')}))`,
)
