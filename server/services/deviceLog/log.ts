import {
  type DeviceLog,
  ENTRY_NOTES_MAX,
  type LogKind,
  type LogQuery,
  logKindSchema,
} from '#contract/deviceLog'
import type { Permission } from '#contract/permissions'
import type { Deps } from '../../deps'
import { type Caller, may, shownDoer } from '../common/caller'
import { isoTime, JsonText } from '../common/json'
import { Statement } from '../common/statement'
import { devices } from '../devices/devices'
import type { OneDevice } from '../devices/lockDevice'
import { noteColumns } from './notes'

/** Where entries of a kind come from: rows of a table, their time and id, and SQL of what they say. */
interface Source {
  from: string
  at: string
  id: string
  /** Further conditions. */
  where?: string
  /** The column of an index whose order is that of the time, if there is one. */
  order?: string
  /** SQL of fields of an entry. */
  fields?: (caller: Caller) => Record<string, string>
}

const notesOfAlert = (caller: Caller) => `coalesce((
  select json_agg(json_build_object('text', n.text, 'by', ${shownDoer(caller, 'n.by')}, 'at', ${isoTime('n.created_at')}) order by n.id desc)
  from (select * from alert_note n where n.space_id = $1 and n.alert_id = a.id order by n.id desc limit ${ENTRY_NOTES_MAX}) n
), '[]')`

/** Rows of `$1`, the space, and `$2`, the device. */
const SOURCES: Readonly<Record<LogKind, Source>> = {
  note: {
    from: 'device_note where device_note.space_id = $1 and device_note.device_id = $2',
    at: 'device_note.at',
    id: 'device_note.id',
    fields: (caller) => ({
      by: shownDoer(caller, 'device_note.by'),
      note: `(select row_to_json(one) from (select ${noteColumns(caller)}) one)`,
    }),
  },
  alert: {
    from: `alert_episode e join alert a on a.space_id = e.space_id and a.id = e.alert_id
      where e.space_id = $1 and e.device_id = $2`,
    at: 'e.opened_at',
    id: 'e.id',
    fields: (caller) => ({
      alert: `json_build_object('id', a.id, 'rule_name', a.rule_name, 'ended_at', ${isoTime('e.ended_at')},
        'acknowledged_at', ${isoTime('a.acknowledged_at')}, 'acknowledged_by', ${shownDoer(caller, 'a.acknowledged_by')},
        'notes', ${notesOfAlert(caller)})`,
    }),
  },
  silent: {
    from: 'device_contact c where c.space_id = $1 and c.device_id = $2',
    at: 'c.silent_at',
    id: 'c.device_id',
  },
  boot: {
    from: 'device_session s where s.space_id = $1 and s.device_id = $2',
    at: 'to_timestamp(s.session_id)',
    id: `lpad(to_hex(s.session_id), 12, '0')`,
    order: 's.session_id',
  },
  firmware: {
    from: 'firmware_job j where j.space_id = $1 and j.device_id = $2',
    at: 'j.updated_at',
    id: 'j.id',
    fields: () => ({
      firmware: `json_build_object('name', coalesce(nullif(concat_ws(' ', j.firmware_name, j.firmware_version), ''), j.firmware_id), 'state', j.state)`,
    }),
  },
  change: {
    from: 'audit_entry u where u.space_id = $1 and u.target_id = $2::uuid::text',
    at: 'u.created_at',
    id: 'u.id',
    order: 'u.id',
    where: `u.action in ('device.create', 'device.update', 'configuration.update', 'trash.restore')`,
    fields: (caller) => ({
      by: shownDoer(caller, 'u.actor_name'),
      change: `json_build_object('action', u.action,
        'fields', array(select jsonb_object_keys(coalesce(u.after, '{}')) order by 1 limit 20))`,
    }),
  },
  replaced: {
    from: 'device_replacement r where r.space_id = $1 and r.device_id = $2',
    at: 'r.created_at',
    id: 'r.id',
    fields: (caller) => ({
      by: shownDoer(caller, 'r.by'),
      serial_numbers: `json_build_object('before', r.old_serial_number, 'after', r.new_serial_number)`,
    }),
  },
  moved_here: {
    from: 'device d where d.space_id = $1 and d.id = $2',
    at: 'd.created_at',
    id: 'd.id',
    where: 'd.moved_from is not null',
  },
  moved_away: {
    from: 'device d where d.space_id = $1 and d.id = $2',
    at: 'd.moved_at',
    id: 'd.id',
    where: 'd.moved_at is not null',
  },
}

const FIELDS = ['by', 'note', 'alert', 'change', 'firmware', 'serial_numbers'] as const
const NOTHING: Readonly<Record<(typeof FIELDS)[number], string>> = {
  by: 'null::text',
  note: 'null::json',
  alert: 'null::json',
  change: 'null::json',
  firmware: 'null::json',
  serial_numbers: 'null::json',
}

/** The permissions that kinds need besides that to read the device. */
const NEEDED: Partial<Record<LogKind, Permission>> = {
  alert: 'space:alert:read',
  change: 'space:audit:read',
}

const kindsFor = (caller: Caller, wanted: readonly LogKind[] = logKindSchema.options) =>
  wanted.filter((kind) => {
    const needed = NEEDED[kind]
    return needed === undefined || may(caller, needed)
  })

/** SQL of the newest entries of a kind before the cursor. */
function selectOf(kind: LogKind, caller: Caller, limit: string, before: { at: string; key: string }): string {
  const { from, at, id, where, order = `${at} desc, ${id}`, fields } = SOURCES[kind]
  const own = fields?.(caller) ?? {}
  const all = FIELDS.map((field) => `${own[field] ?? NOTHING[field]} as ${field}`)
  const key = `('${kind}:' || ${id}) collate "C"`
  const conditions = [where, `${at} <= ${before.at}`, `(${at}, ${key}) < (${before.at}, ${before.key})`]
  return `(select '${kind}' as kind, ${at} as at, ${key} as key, ${all.join(', ')} from ${from} and
    ${conditions.filter(Boolean).join(' and ')} order by ${order} desc limit ${limit})`
}

/** Behind the keys of all entries. */
const LAST_KEY = '~'

/**
 * What happened to a device, the newest first. Each kind is read by its index, no more of it than the answer may have.
 * @throws ApiError 404
 */
export async function readLog(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { spaceId, deviceId }: OneDevice,
  { kind, limit, cursor }: LogQuery,
): Promise<DeviceLog | JsonText> {
  await devices.check(db, caller, { spaceId, id: deviceId })
  const kinds = kindsFor(caller, kind?.length ? kind : undefined)
  if (kinds.length === 0) return { entries: [], next: null }
  const [at = now().toISOString(), key = LAST_KEY] = cursor === undefined ? [] : split(cursor)
  const statement = new Statement()
  for (const id of [spaceId, deviceId]) statement.value(id)
  const before = {
    at: `${statement.value(at)}::timestamptz`,
    key: `${statement.value(key)}::text collate "C"`,
  }
  const most = `${statement.value(limit)}::int`
  const { rows } = await db.$client.query<{ json: string }>({
    text: `
      select json_build_object('entries', coalesce(json_agg(json_build_object(
          'id', l.key, 'kind', l.kind, 'at', ${isoTime('l.at')}, ${FIELDS.map((field) => `'${field}', l.${field}`).join(', ')}
        ) order by l.at desc, l.key desc), '[]'),
        'next', case when count(*) = ${most} then (array_agg(${isoTime('l.at')} || '_' || l.key order by l.at, l.key))[1] end
      )::text as json
      from (
        select * from (${[...new Set(kinds)].map((one) => selectOf(one, caller, most, before)).join(' union all ')}) every
        order by at desc, key desc limit ${most}
      ) l`,
    values: statement.values,
  })
  return new JsonText(rows[0]?.json ?? '{"entries":[]}')
}

/** The time and the id in a cursor. */
const split = (cursor: string): string[] => [cursor.slice(0, 24), cursor.slice(25)]
