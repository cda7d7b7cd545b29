import type { Audience, Scope } from '#contract/alerts'
import { alert, alertEpisode, alertRule } from '../../server/db/schema'
import { type AlertEvent, tellOfAlerts } from '../../server/services/alerts/tell'
import { newId } from '../../server/services/common/ids'
import type { Fillable, TestSpace } from './builders'

/** An alert rule that waits for an hour of silence. */
export async function anAlertRule(
  { db, deps }: Fillable,
  { id: spaceId }: Pick<TestSpace, 'id'>,
  scope: Scope = { kind: 'all' },
) {
  const at = deps.now()
  const condition = { kind: 'silent', seconds: 3600 } as const
  const notify: Audience = { roles: [], user_ids: [], connector_ids: [] }
  const rule = { spaceId, id: newId(at), name: 'silent', condition, scope, notify, judgedFrom: at }
  await db.insert(alertRule).values(rule)
  return rule
}

/** The id of an alert of such a rule, which is open. */
export async function anAlert(
  { db, deps }: Fillable,
  { spaceId, id: ruleId, name: ruleName, condition, notify }: Awaited<ReturnType<typeof anAlertRule>>,
  deviceId: string,
) {
  const at = deps.now()
  const alertId = newId(at)
  const opened = { spaceId, ruleId, openedAt: at }
  await db.insert(alert).values({ ...opened, id: alertId, ruleName, condition, notify, grewAt: at })
  await db.insert(alertEpisode).values({ ...opened, id: newId(at), alertId, deviceId, path: '', since: at })
  return alertId
}

/** Tells people that an alert of a rule has opened, or is over. */
export const tell = async (
  { db, deps }: Fillable,
  { spaceId }: Awaited<ReturnType<typeof anAlertRule>>,
  event: AlertEvent,
  alertId: string,
) => db.transaction((tx) => tellOfAlerts(tx, event, spaceId, [alertId], deps.now()))
