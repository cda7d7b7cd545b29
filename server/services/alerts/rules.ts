import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  type AlertRuleCreate,
  type AlertRuleUpdate,
  type Audience,
  type AudienceInput,
  alertRuleEntity,
  audienceSchema,
  conditionSchema,
  type EscalationStep,
  escalationStepSchema,
  NOBODY,
  RULES_MAX,
  scopeSchema,
} from '#contract/alerts'
import type { Queryable } from '../../db/database'
import { alert, alertRule } from '../../db/schema'
import type { Deps } from '../../deps'
import { type Caller, may } from '../common/caller'
import { columnsOf } from '../common/columns'
import type { JsonText } from '../common/json'
import { type Deleting, discard } from '../discard/discard'
import { checkCountLimit } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'
import { holdRules } from './episodes'
import { isSeen } from './list'
import { notifyAudience } from './notifyAudience'
import { checkAbout, checkAudience, checkLimit, checkScope, lockForScope, seesScope, without } from './scope'

/** Number of open alerts of a rule that the caller sees. */
const openCount = (caller: Caller) =>
  may(caller, 'space:alert:read')
    ? sql`(select count(*)::int from ${alert} where ${and(
        sql`${alert.spaceId} = ${alertRule.spaceId}`,
        sql`${alert.ruleId} = ${alertRule.id}`,
        isNull(alert.endedAt),
        isSeen(caller),
      )})`
    : sql`null::int`

const seesRule = (caller: Caller) => seesScope(caller, alertRule.scope)

/** Alert rules of a space. Rules, "Alerts". */
export const alertRules = spaceResource({
  table: alertRule,
  entity: alertRuleEntity,
  columns: columnsOf(alertRuleEntity.schema, alertRule, {
    open_count: undefined,
    notify: sql<Audience>`jsonb_build_object('connector_ids', jsonb_build_array(), 'shift_ids', jsonb_build_array()) || ${alertRule.notify}`,
  }),
  columnsFor: (caller) => ({ open_count: openCount(caller) }),
  customStores: {},
  seenBy: seesRule,
})

/** Ends the open alerts of a rule that no longer evaluates them. */
async function endAll(tx: Queryable, { spaceId, id }: Key, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    update alert_episode set ended_at = greatest(opened_at, ${at})
    where space_id = ${spaceId} and rule_id = ${id} and ended_at is null`)
  const { rows: over } = await tx.execute<{ id: string }>(sql`
    update alert set ended_at = greatest(grew_at, ${at}) where space_id = ${spaceId} and rule_id = ${id} and ended_at is null
    returning id`)
  const ids = over.map((row) => row.id)
  await notifyAudience(tx, 'ended', spaceId, ids, now)
}

/**
 * The audience of a rule after a change; connectors and shifts that are not given are kept. People who have left the space since may stay, as may
 * deleted connectors.
 * @throws ApiError 400 for a person or a connector that is not in the space, or that the caller does not see
 */
async function audienceAfter(
  db: Queryable,
  caller: Caller,
  spaceId: string,
  { roles, user_ids, connector_ids, shift_ids }: AudienceInput,
  before = NOBODY,
): Promise<Audience> {
  const after = {
    roles,
    user_ids,
    connector_ids: connector_ids ?? before.connector_ids,
    shift_ids: shift_ids ?? before.shift_ids,
  }
  await checkAudience(db, caller, spaceId, added(after, before))
  return after
}

type Named = Pick<Audience, 'user_ids' | 'connector_ids' | 'shift_ids'>

/** Whom an audience names that another one does not. */
const added = (after: Named, before: Named): Named => ({
  user_ids: after.user_ids.filter((id) => !before.user_ids.includes(id)),
  connector_ids: after.connector_ids.filter((id) => !before.connector_ids.includes(id)),
  shift_ids: after.shift_ids.filter((id) => !before.shift_ids.includes(id)),
})

const allOf = (steps: readonly EscalationStep[]): Named => ({
  user_ids: steps.flatMap(({ user_ids }) => user_ids),
  connector_ids: steps.flatMap(({ connector_ids }) => connector_ids),
  shift_ids: steps.flatMap(({ shift_ids }) => shift_ids),
})

/** Checks an escalation as the audience of a rule. @throws ApiError 400 */
const checkEscalation = async (
  db: Queryable,
  caller: Caller,
  spaceId: string,
  steps: readonly EscalationStep[],
  before: readonly EscalationStep[] = [],
): Promise<void> => checkAudience(db, caller, spaceId, added(allOf(steps), allOf(before)), 'escalation')

/** @throws ApiError 400 for something that is not in the space, or if the space has reached its limit of rules, 403 */
export async function createRule(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: AlertRuleCreate,
): Promise<JsonText> {
  checkLimit(caller, input.scope, 'rules')
  checkAbout(input.condition, input.scope)
  const notify = await audienceAfter(deps.db, caller, spaceId, input.notify)
  await checkEscalation(deps.db, caller, spaceId, input.escalation)
  const room = {
    table: alertRule,
    counted: eq(alertRule.spaceId, spaceId),
    max: RULES_MAX,
    full: `a space has at most ${RULES_MAX} alert rules`,
  }
  const creation = {
    row: { judgedFrom: deps.now() },
    check: async (tx: Queryable) => {
      await checkCountLimit(tx, room)
      await checkScope(tx, caller, spaceId, input.scope, deps.now())
    },
  }
  return alertRules.create(deps, caller, spaceId, { ...input, notify }, creation)
}

/**
 * Updates a rule. If its condition or scope changes, or it is switched on or off, its open alerts end, and it starts anew.
 * @throws ApiError 400, 403, 404, 412
 */
export async function updateRule(
  { db, now }: Clocked,
  caller: Caller,
  key: Key,
  input: AlertRuleUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  return db.transaction(async (tx) => {
    await lockForScope(tx, key.spaceId, input.scope)
    await holdRules(tx, [key.id])
    const before = await alertRules.lock(tx, key, 'update', seesRule(caller))
    if (input.scope) {
      checkLimit(caller, input.scope, 'rules')
      // Deleted devices, connectors and tags may stay: they match nothing.
      const added = without(input.scope, scopeSchema.parse(before.scope))
      await checkScope(tx, caller, key.spaceId, added, now())
    }
    if (input.condition || input.scope) {
      const { condition, scope } = input
      checkAbout(
        condition ?? conditionSchema.parse(before.condition),
        scope ?? scopeSchema.parse(before.scope),
      )
    }
    const audience = input.notify && {
      notify: await audienceAfter(tx, caller, key.spaceId, input.notify, audienceSchema.parse(before.notify)),
    }
    if (input.escalation) {
      const steps = z.array(escalationStepSchema).parse(before.escalation)
      await checkEscalation(tx, caller, key.spaceId, input.escalation, steps)
    }
    const { condition, scope, enabled } = input
    const isOther = Object.entries({ condition, scope, enabled }).some(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field]),
    )
    const restarted = isOther ? { row: { judgedFrom: now() } } : {}
    const given = { ...input, ...audience }
    const updated = await alertRules.update({ db: tx, now }, caller, key, given, { ...options, ...restarted })
    if (isOther) await endAll(tx, key, now())
    return updated
  })
}

/** Deletes a rule, which goes to the trash. Its open alerts end, and are kept as the others are. @throws ApiError 404, 412 */
export async function deleteRule(
  { db, now, settings }: Deleting,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdRules(tx, [key.id])
    await alertRules.delete({ db: tx, now }, caller, key, {
      ...options,
      remove: (_tx, deleted) => discard(tx, { now, settings }, caller, { ...deleted, resource: 'alertRule' }),
      alsoDelete: () => endAll(tx, key, now()),
    })
  })
}
