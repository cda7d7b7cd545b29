import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { isRestricted } from '#contract/permissions'
import {
  deletePermissionOf,
  EFFECTS_MAX,
  type TrashEffects,
  type TrashResource,
  type TrashSelection,
} from '#contract/trash'
import { connector, device } from '../../db/schema'
import type { Deps } from '../../deps'
import { authorize, type Person } from '../common/caller'
import { hasAllowedTag, hasOnlyAllowedTags, limitOf } from '../common/visibility'

/** SQL of the number of rows; they are counted up to a number. */
const count = (rows: string) => `(select count(*)::int from (${rows} limit ${EFFECTS_MAX + 1}) counted)`

/** Pending deliveries, of which only so many are looked at. */
const pending = `select d.device_id, d.connector_id from delivery d
  where d.space_id = $1 and d.state = 'pending' and not d.is_test`

/** The rules that name records in their scope. */
const rulesNaming = (ids: string) =>
  count(`select from alert_rule r where r.space_id = $1 and jsonb_exists_any(r.scope->'${ids}', $2::text[])`)

const openAlerts = (condition: string) =>
  count(
    `select distinct e.alert_id from alert_episode e where e.space_id = $1 and ${condition} and e.ended_at is null`,
  )

/** SQL of what goes with the records; `$1` is the space, `$2` their ids. */
const EFFECTS: Readonly<Record<TrashResource, Partial<Record<keyof Omit<TrashEffects, 'days'>, string>>>> = {
  device: {
    messages: count('select from message m where m.space_id = $1 and m.device_id = any($2::uuid[])'),
    alerts: openAlerts('e.device_id = any($2::uuid[])'),
    downlinks: count(`
      select from message m where m.space_id = $1 and m.device_id = any($2::uuid[]) and m.down_state = 'pending'`),
    variables: count('select from variable v where v.space_id = $1 and v.device_id = any($2::uuid[])'),
    deliveries: `(select count(*)::int from (${pending} limit ${EFFECTS_MAX + 1}) d where d.device_id = any($2::uuid[]))`,
    rules: rulesNaming('device_ids'),
  },
  connector: {
    alerts: openAlerts('e.connector_id = any($2::uuid[])'),
    deliveries: count(`${pending} and d.connector_id = any($2::uuid[])`),
    rules: count(`
      select from alert_rule r where r.space_id = $1 and (
        jsonb_exists_any(r.scope->'connector_ids', $2::text[]) or jsonb_exists_any(r.notify->'connector_ids', $2::text[]))`),
  },
  alertRule: {
    alerts: count(
      'select from alert a where a.space_id = $1 and a.rule_id = any($2::uuid[]) and a.ended_at is null',
    ),
  },
  tag: {
    devices: count(
      'select distinct d.device_id from device_tag d where d.space_id = $1 and d.tag_id = any($2::uuid[])',
    ),
    connectors: count(
      'select distinct c.connector_id from connector_tag c where c.space_id = $1 and c.tag_id = any($2::uuid[])',
    ),
    rules: rulesNaming('tag_ids'),
    keys: count(
      'select distinct k.access_key_id from access_key_tag k where k.space_id = $1 and k.tag_id = any($2::uuid[])',
    ),
  },
  variable: {},
  note: {},
  view: {},
}

const NOTHING: Omit<TrashEffects, 'days'> = {
  messages: 0,
  alerts: 0,
  downlinks: 0,
  variables: 0,
  deliveries: 0,
  devices: 0,
  connectors: 0,
  rules: 0,
  keys: 0,
}

/** What restricted people learn: nothing of what they may not see. */
const OF_THEIRS: ReadonlySet<string> = new Set(['messages', 'alerts', 'downlinks', 'variables'])

/** The records that a caller sees, of those that they name. */
async function seenOf(
  db: Pick<Deps, 'db'>['db'],
  caller: Person,
  spaceId: string,
  { resource, ids }: TrashSelection,
): Promise<readonly string[]> {
  if (!limitOf(caller) || ids.length === 0) return ids
  if (resource !== 'device' && resource !== 'connector') return []
  const table = { device, connector }[resource]
  const hasTags = resource === 'device' ? hasAllowedTag : hasOnlyAllowedTags
  const seen = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.spaceId, spaceId), inArray(table.id, [...ids]), hasTags(caller, resource, table)))
  return seen.map(({ id }) => id)
}

const countsSchema = z.record(z.string(), z.number())

/** What goes with records when they are deleted. @throws ApiError 403 without the permission to delete them */
export async function readEffects(
  { db, settings: { trashDays } }: Pick<Deps, 'db' | 'settings'>,
  caller: Person,
  spaceId: string,
  selection: TrashSelection,
): Promise<TrashEffects> {
  const { resource } = selection
  authorize(caller, deletePermissionOf(resource))
  const all = Object.entries(EFFECTS[resource])
  const counts = isRestricted(caller) ? all.filter(([name]) => OF_THEIRS.has(name)) : all
  if (counts.length === 0) return { days: trashDays, ...NOTHING }
  const { rows } = await db.$client.query({
    name: `trash.effects.${resource}.${counts.length}`,
    text: `select ${counts.map(([name, text]) => `${text} as "${name}"`).join(', ')}`,
    values: [spaceId, await seenOf(db, caller, spaceId, selection)],
  })
  return { days: trashDays, ...NOTHING, ...countsSchema.parse(rows[0]) }
}
