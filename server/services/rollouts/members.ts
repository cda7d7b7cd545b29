import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Member, rolloutsApi } from '#contract/rollouts'
import { deviceContact, rolloutDevice } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Caller } from '../common/caller'
import { type Columns, selectText, timeColumn } from '../common/columns'
import { JsonText } from '../common/json'
import { Statement, wrongCursor } from '../common/statement'
import type { Key } from '../resources/spaceQueries'
import { rollouts } from './rollouts'

const r = alias(rolloutDevice, 'r')
const k = alias(deviceContact, 'k')

const COLUMNS = selectText({
  device_id: r.deviceId,
  device_name: r.deviceName,
  stage: r.stage,
  state: r.state,
  reason: r.reason,
  trouble: r.trouble,
  before: r.before,
  message_id: r.messageId,
  ordered_at: timeColumn(r.orderedAt),
  reached_at: timeColumn(r.reachedAt),
  settled_at: timeColumn(r.settledAt),
  expected_at: sql<string | null>`case when ${r.state} = 'ordered' then ${timeColumn(k.expectedAt)} end`,
} satisfies Columns<Member>)

/** Devices that were left out come last. */
const ORDER = 'coalesce(r.stage, 32767), r.device_name, r.device_id'

/** The devices of a roll-out, by stage and name. Rules, "Roll-outs". @throws ApiError 400 for a cursor that is none of them, 404 */
export async function listMembers(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  { spaceId, id }: Key,
  query: z.output<(typeof rolloutsApi)['devices']['query']>,
): Promise<JsonText> {
  const { db } = deps
  await rollouts.check(db, caller, { spaceId, id })
  const { stage, state, trouble, name, limit, cursor } = query
  const statement = new Statement()
  const ofRollout = `r.space_id = ${statement.value(spaceId)} and r.rollout_id = ${statement.value(id)}`
  statement.conditions.push(ofRollout)
  if (stage !== undefined) statement.conditions.push(`r.stage = ${statement.value(stage)}`)
  if (state?.length) statement.conditions.push(`r.state = any(${statement.value(state)})`)
  if (trouble?.length) statement.conditions.push(`r.trouble = any(${statement.value(trouble)})`)
  if (name) statement.conditions.push(`strpos(r.device_name, lower(${statement.value(name)})) > 0`)
  if (cursor) {
    const last = statement.value(cursor)
    statement.conditions.push(
      `(${ORDER}) > (select ${ORDER} from rollout_device r where ${ofRollout} and r.device_id = ${last})`,
    )
  }
  const { rows } = await db.$client.query<{ json: string }>({
    text: `
      select coalesce(json_agg(row_to_json(one)), '[]')::text as json from (
        select ${COLUMNS}
        from rollout_device r left join device_contact k on k.space_id = $1 and k.device_id = r.device_id
        where ${statement.condition} order by ${ORDER} limit ${statement.value(limit)}
      ) one`,
    values: statement.values,
  })
  const json = rows[0]?.json ?? '[]'
  if (json === '[]' && cursor) {
    const { rowCount } = await db.$client.query(
      'select from rollout_device where space_id = $1 and rollout_id = $2 and device_id = $3',
      [spaceId, id, cursor],
    )
    if (rowCount === 0) throw wrongCursor({ cursor }, 'a device of this roll-out')
  }
  return new JsonText(json)
}
