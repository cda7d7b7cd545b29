import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type AudienceInput, NOBODY } from '#contract/alerts'
import { MINUTE } from '#contract/common/durations'
import type { Queryable } from '../../db/database'
import { alert } from '../../db/schema'
import { JOIN_MUTED, MUTES, mutedNow } from '../alerts/muted'
import { addAlertDeliveries } from './deliveries'
import { findPeople, readShifts } from './duty'
import { type Duty, notifyPeople } from './people'
import { recordNotified } from './record'

/** Most escalations of a space in one transaction. */
const ALERTS = 200
/** How long an escalation waits at most before it looks again whether its alert is still muted, in minutes. */
const MUTED_WAIT = 10

/** People and connectors that an alert gets, so that they are notified of its end as well. */
interface Added {
  id: string
  /** Its audience before. */
  notify: AudienceInput
  userIds: readonly string[]
  connectorIds: readonly string[]
}

/** Adds people and connectors to the audiences of alerts, which are locked. */
export async function addToAudience(tx: Queryable, spaceId: string, added: readonly Added[]): Promise<void> {
  if (added.length === 0) return
  const rows = added.map(({ id, notify, userIds, connectorIds }) => ({
    id,
    named: {
      user_ids: [...new Set([...notify.user_ids, ...userIds])],
      connector_ids: [...new Set([...(notify.connector_ids ?? []), ...connectorIds])],
    },
  }))
  await tx.execute(sql`
    update alert set notify = notify || x.named
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (id uuid, named jsonb)
    where alert.space_id = ${spaceId} and alert.id = x.id`)
}

/** Adds whoever is on shift to the audience of alerts that have opened, which are locked. @returns those people */
export async function addOnDuty(
  tx: Queryable,
  spaceId: string,
  ids: readonly string[],
  now: Date,
): Promise<Duty> {
  if (ids.length === 0) return new Map()
  const shifts = await readShifts(tx, spaceId, now)
  const opened = await tx
    .select({ id: alert.id, notify: alert.notify })
    .from(alert)
    .where(and(eq(alert.spaceId, spaceId), inArray(alert.id, [...ids])))
    .orderBy(alert.id)
    .for('no key update')
  const asked = opened.flatMap(({ id, notify }) => {
    const shift_ids = [...new Set([...(notify.shift_ids ?? []), ...shifts.ofEveryRule])]
    return shift_ids.length > 0 ? { id, audience: { ...NOBODY, shift_ids } } : []
  })
  const duty = await findPeople(tx, spaceId, asked, shifts)
  await addToAudience(
    tx,
    spaceId,
    opened.flatMap(({ id, notify }) => {
      const found = duty.get(id)
      return found ? { id, notify, userIds: [...found.userIds], connectorIds: [] } : []
    }),
  )
  return duty
}

const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE)

interface Planned {
  id: string
  step: number
  at: Date | null
}

async function savePlans(tx: Queryable, spaceId: string, plans: readonly Planned[]): Promise<void> {
  await tx.execute(sql`
    update alert set escalation_step = x.step, escalates_at = x.at
    from json_to_recordset(${JSON.stringify(plans)}::json) as x (id uuid, step int, at timestamptz)
    where alert.space_id = ${spaceId} and alert.id = x.id`)
}

/** Plans the first step of alerts that have notified for the first time. */
export async function startEscalations(
  tx: Queryable,
  spaceId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  const starting = await tx
    .select({ id: alert.id, escalation: alert.escalation })
    .from(alert)
    .where(
      and(
        eq(alert.spaceId, spaceId),
        inArray(alert.id, [...ids]),
        isNull(alert.endedAt),
        isNull(alert.escalatesAt),
        eq(alert.escalationStep, 0),
        sql`${alert.escalation} <> '[]'`,
      ),
    )
    .orderBy(alert.id)
    .for('no key update')
  const plans = starting.flatMap(({ id, escalation: [first] }) =>
    first ? { id, step: 0, at: after(now, first.minutes) } : [],
  )
  if (plans.length > 0) await savePlans(tx, spaceId, plans)
}

/**
 * Locks the alerts whose next step is due. One that has been acknowledged or has ended meanwhile is read as it is then. One that somebody else
 * has locked waits for the next round: others lock alerts in another order.
 */
const takeDue = async (tx: Queryable, spaceId: string, now: Date) =>
  tx
    .select({
      id: alert.id,
      ruleId: alert.ruleId,
      ruleName: alert.ruleName,
      notify: alert.notify,
      escalation: alert.escalation,
      step: alert.escalationStep,
      isOver: sql<boolean>`${alert.endedAt} is not null or ${alert.acknowledgedAt} is not null`,
    })
    .from(alert)
    .where(sql`${alert.spaceId} = ${spaceId} and ${alert.escalatesAt} <= ${now}`)
    .orderBy(alert.id)
    .limit(ALERTS)
    .for('no key update', { skipLocked: true })

/** Alerts of which everything that is ongoing is muted, and when the first of these mutes ends. */
async function mutedUntil(tx: Queryable, spaceId: string, ids: readonly string[], now: Date) {
  const { rows } = await tx.execute<{ id: string; until: string }>(sql`
    with ${mutedNow({ spaceId, now })}
    select e.alert_id as id, (select min(ends_at) from running)::text as until
    from alert_episode e ${JOIN_MUTED}
    where e.space_id = ${spaceId} and e.alert_id = any(${sql.param([...ids])}::uuid[]) and e.ended_at is null
    group by 1 having bool_and(position(b'1' in ${MUTES}) > 0)`)
  return new Map(rows.map(({ id, until }) => [id, new Date(until)]))
}

/**
 * Takes the next step of the escalations of a space that are due, until somebody acknowledges the alert: it notifies the people whom the
 * step names, also those who were notified before, and connectors that were not. A muted alert waits. Rules, "Alerts".
 * @returns how many there were
 */
export async function escalate(tx: Queryable, spaceId: string, now: Date): Promise<number> {
  const due = await takeDue(tx, spaceId, now)
  if (due.length === 0) return 0
  const muted = await mutedUntil(
    tx,
    spaceId,
    due.map(({ id }) => id),
    now,
  )
  const plans: Planned[] = []
  const steps = due.flatMap((one) => {
    const { id, escalation, step: index, isOver } = one
    const [step, next] = [escalation[index], escalation[index + 1]]
    const until = muted.get(id)
    if (isOver || !step) plans.push({ id, step: index, at: null })
    else if (until) {
      const again = Math.min(until.getTime(), after(now, MUTED_WAIT).getTime())
      plans.push({ id, step: index, at: new Date(again) })
    } else {
      plans.push({
        id,
        step: index + 1,
        // From now on, not from when it was due: after the server was away, people need their time too.
        at: next ? after(now, next.minutes - step.minutes) : null,
      })
      const before = one.notify.connector_ids ?? []
      const connectorIds = step.connector_ids.filter((connectorId) => !before.includes(connectorId))
      return Object.assign(one, { audience: step, connectorIds })
    }
    return []
  })
  await savePlans(tx, spaceId, plans)
  const duty = await findPeople(tx, spaceId, steps, await readShifts(tx, spaceId, now))
  await addToAudience(
    tx,
    spaceId,
    steps.map(({ id, notify, connectorIds }) => ({
      id,
      notify,
      userIds: [...(duty.get(id)?.userIds ?? [])],
      connectorIds,
    })),
  )
  const connected = steps.filter(({ connectorIds }) => connectorIds.length > 0).map(({ id }) => id)
  await addAlertDeliveries(tx, 'opened', spaceId, connected, now)
  const said = steps.map(({ id, ruleId, ruleName }) => ({
    id,
    ruleId,
    ruleName,
    opened: true,
    ended: false,
    said: 'opened' as const,
  }))
  const named = await notifyPeople(tx, spaceId, said, now, { duty, isDutyOnly: true })
  const notified = steps.map(({ id, step, connectorIds }) => ({ id, step: step + 1, connectorIds }))
  await recordNotified(tx, spaceId, notified, { now, named, duty })
  return due.length
}
