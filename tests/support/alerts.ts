import type { Audience, Scope } from '#contract/alerts'
import { HOUR } from '#contract/common/durations'
import { inTransaction } from '../../server/db/database'
import { alert, alertEpisode, alertRule } from '../../server/db/schema'
import { openEpisodes } from '../../server/services/alerts/episodes'
import { type AlertEvent, notifyAudience } from '../../server/services/alerts/notifyAudience'
import { newId } from '../../server/services/common/ids'
import { aConnector, type Fillable, type TestSpace } from './builders'
import { notifyNow } from './notifying'

/** Creates an alert rule for an hour of silence. */
export async function anAlertRule(
  { db, deps }: Fillable,
  { id: spaceId }: Pick<TestSpace, 'id'>,
  scope: Scope = { kind: 'all' },
) {
  const at = deps.now()
  const condition = { kind: 'silent', seconds: 3600 } as const
  const notify: Audience = { roles: [], user_ids: [], connector_ids: [], shift_ids: [] }
  const rule = { spaceId, id: newId(at), name: 'silent', condition, scope, notify, judgedFrom: at }
  await db.insert(alertRule).values(rule)
  return rule
}

/** Creates an alert of such a rule that has been open for some milliseconds; returns its id. */
export async function anAlert(
  { db, deps }: Fillable,
  { spaceId, id: ruleId, name: ruleName, condition, notify }: Awaited<ReturnType<typeof anAlertRule>>,
  deviceId: string,
  lasts = 0,
) {
  const at = deps.now()
  const alertId = newId(at)
  const opened = { spaceId, ruleId, since: new Date(at.getTime() - lasts), openedAt: at }
  await db.insert(alert).values({ ...opened, id: alertId, ruleName, condition, notify, grewAt: at })
  await db.insert(alertEpisode).values({ ...opened, id: newId(at), alertId, deviceId, path: '' })
  return alertId
}

/** Creates a rule for connectors, with an open alert of one as if it had failed for an hour. */
export async function aFailingConnector(server: Fillable, space: TestSpace) {
  const { db, deps } = server
  const connector = await aConnector(server, space)
  const at = deps.now()
  const since = new Date(at.getTime() - HOUR)
  const condition = { kind: 'connectorFails', seconds: 3600 } as const
  const notify: Audience = { roles: [], user_ids: [], connector_ids: [], shift_ids: [] }
  const rule = { spaceId: space.id, ruleId: newId(at), ruleName: 'a connector fails', condition }
  await db.insert(alertRule).values({
    spaceId: space.id,
    id: rule.ruleId,
    name: rule.ruleName,
    condition,
    scope: { kind: 'all' },
    notify,
    judgedFrom: since,
  })
  const opening = {
    deviceId: null,
    connectorId: connector.id,
    path: '' as const,
    at: at.getTime(),
    worst: null,
  }
  await inTransaction(db.$client, (_, client) =>
    openEpisodes(client, { ...rule, judgedFrom: since }, [{ ...opening, since: since.getTime() }], at),
  )
  return { connector, rule }
}

/** Notifies people that an alert of a rule has opened or ended. */
export const notifyOf = async (
  server: Fillable,
  { spaceId }: Awaited<ReturnType<typeof anAlertRule>>,
  event: AlertEvent,
  alertId: string,
) => {
  await server.db.transaction((tx) => notifyAudience(tx, event, spaceId, [alertId], server.deps.now()))
  await notifyNow(server)
}
