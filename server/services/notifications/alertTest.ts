import { and, eq, inArray, lt } from 'drizzle-orm'
import {
  ALERT_TEST_DAYS,
  type AlertTest,
  type AlertTestInput,
  type Condition,
  RULE_CONNECTORS_MAX,
} from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import type { Queryable } from '../../db/database'
import { alertRule, alertTest, connector, seriesSettings, space, type TestConnector } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { seesScope } from '../alerts/scope'
import { note } from '../audit/note'
import { type Caller, type Person, userIdOf } from '../common/caller'
import { newId } from '../common/ids'
import { hasOnlyAllowedTags } from '../common/visibility'
import { addMail } from '../mail/queue'
import { readNoticeSettings } from '../notices/settings'
import { listBrowsers } from '../push/browsers'
import { addTestPushes } from '../push/queue'
import { countAlertTest } from '../rateLimit'
import { addTestDeliveries } from './deliveries'
import { sampleAlert } from './sample'
import { type OutcomeDeps, readAlertTest } from './testResults'

/** Name of a rule that has no name and no condition yet. */
const NEW_NAME = 'New rule'
const NEW_CONDITION: Condition = { kind: 'silent', seconds: 3600 }

type TestDeps = OutcomeDeps & Pick<Deps, 'dueMail' | 'dueDeliveries'>

/** @throws ApiError 400 for a rule that is not in the space, or that the caller does not see */
async function readSaved(db: Queryable, caller: Caller, spaceId: string, id: string) {
  const isIt = and(eq(alertRule.spaceId, spaceId), eq(alertRule.id, id), seesScope(caller, alertRule.scope))
  const [saved] = await db.select().from(alertRule).where(isIt)
  if (!saved) throw new ApiError(400, 'rule_id is not a rule of this space')
  return saved
}

/** The rule to test: the saved rule, with the fields that were sent. */
async function ruleOf(db: Queryable, caller: Caller, spaceId: string, input: AlertTestInput) {
  const { rule_id: id } = input
  const saved = id === undefined ? undefined : await readSaved(db, caller, spaceId, id)
  const { roles = [], user_ids = [], shift_ids = [], connector_ids } = input.notify ?? saved?.notify ?? {}
  return {
    id,
    name: input.name ?? saved?.name ?? NEW_NAME,
    condition: input.condition ?? saved?.condition ?? NEW_CONDITION,
    urgent: input.urgent ?? saved?.urgent ?? false,
    isForPeople: roles.length > 0 || user_ids.length > 0 || shift_ids.length > 0,
    connectorIds: [...new Set(connector_ids ?? saved?.notify.connector_ids)],
  }
}

/** Why a test notifies no person; null if it notifies the caller. */
function unsaidOf(caller: Caller, isForPeople: boolean): AlertTest['unsaid'] {
  if (!isForPeople) return 'nobody'
  if (!('userId' in caller)) return 'key'
  return caller.spaceRole === null ? 'outsider' : null
}

/** Stores the deliveries of a test for connectors that deliver. Returns the existing connectors, with the reason why others get none. */
async function addForConnectors(
  tx: Queryable,
  caller: Caller,
  alert: ReturnType<typeof sampleAlert>,
  ids: readonly string[],
  at: Date,
): Promise<{ connectors: TestConnector[]; named: { id: string; name: string }[] }> {
  const found = await tx
    .select({ id: connector.id, name: connector.name, enabled: connector.enabled })
    .from(connector)
    .where(
      and(
        eq(connector.spaceId, alert.space.id),
        inArray(connector.id, [...ids]),
        hasOnlyAllowedTags(caller, 'connector', connector),
      ),
    )
    .orderBy(connector.id)
    .for('key share')
  const isEnabled = new Map(found.map(({ id, enabled }) => [id, enabled]))
  const sending = ids.filter((id) => isEnabled.get(id))
  const deliveries = await addTestDeliveries(tx, alert, sending, at)
  const connectors = ids.map(
    (id): TestConnector => ({
      connector_id: id,
      delivery_id: deliveries.get(id) ?? null,
      unsent: deliveries.has(id) ? null : isEnabled.has(id) ? 'disabled' : 'gone',
    }),
  )
  return { connectors, named: found.map(({ id, name }) => ({ id, name })) }
}

/** Stores an e-mail and push messages of a test for the caller only. */
async function addForPerson(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  caller: Person,
  { spaceId, id }: { spaceId: string; id: string },
) {
  const { userId } = caller
  const wantsMail = (await readNoticeSettings(tx, userId)).emails !== 'none'
  const mailId = wantsMail
    ? await addMail(tx, { now }, { kind: 'alertTest', userId, spaceId, alertId: id })
    : null
  const pushed = new Set(await addTestPushes(tx, { spaceId, id, userId }, now()))
  const browsers = (await listBrowsers(tx, caller, now())).filter((one) => pushed.has(one.id))
  const pushes = Object.fromEntries(
    browsers.map(({ id: browser_id, browser, system }) => [
      browser_id,
      { browser_id, browser, system, result: null },
    ]),
  )
  return { mailId, pushes }
}

/**
 * Sends what an alert of a rule would send, marked as a test: to the caller, whoever is in the audience, and to its connectors.
 * Quiet hours do not hold it back.
 * @throws ApiError 400 for a rule that is not in the space, 429
 */
export async function sendAlertTest(
  deps: TestDeps,
  caller: Caller,
  spaceId: string,
  input: AlertTestInput,
): Promise<AlertTest> {
  const at = deps.now()
  const id = newId(at)
  await deps.db.transaction(async (tx) => {
    const { isForPeople, connectorIds, ...rule } = await ruleOf(tx, caller, spaceId, input)
    const userId = userIdOf(caller)
    const keyId = 'keyId' in caller ? caller.handle : null
    await countAlertTest({ ...deps, db: tx }, spaceId, userId ?? keyId ?? '')
    const [of] = await tx
      .select({ space: { id: space.id, name: space.name }, settings: seriesSettings.settings })
      .from(space)
      .leftJoin(seriesSettings, eq(seriesSettings.spaceId, space.id))
      .where(eq(space.id, spaceId))
    if (!of) throw notFound()
    const alert = sampleAlert({
      id,
      rule: { ...rule, id: rule.id ?? id },
      space: of.space,
      settings: of.settings ?? [],
      at,
    })
    const unsaid = unsaidOf(caller, isForPeople)
    const person =
      unsaid === null && 'userId' in caller
        ? await addForPerson(tx, deps, caller, { spaceId, id })
        : { mailId: null, pushes: {} }
    const ids = connectorIds.slice(0, RULE_CONNECTORS_MAX)
    const { connectors, named } = await addForConnectors(tx, caller, alert, ids, at)
    await tx
      .insert(alertTest)
      .values({ spaceId, id, userId, keyId, alert, unsaid, ...person, connectors, createdAt: at })
    await note(tx, deps, caller, {
      action: 'alertRule.test',
      spaceId,
      target: { id: rule.id ?? null, name: rule.name },
      after: { connectors: named },
    })
  })
  deps.dueMail.ring()
  deps.dueDeliveries.ring()
  return readAlertTest(deps, caller, { spaceId, alertTestId: id })
}

/** Deletes the results of old tests. */
export async function forgetOldAlertTests({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(alertTest).where(lt(alertTest.createdAt, new Date(now().getTime() - ALERT_TEST_DAYS * DAY)))
}
