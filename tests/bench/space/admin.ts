import { ADMIN_DEVICE_SORTS, ADMIN_USER_SORTS } from '#contract/admin'
import { AUDIT_ACTIONS } from '#contract/audit'
import { LIST_LIMIT } from '#contract/common'
import { DAY } from '#contract/common/durations'
import { idAt } from '../../../server/services/common/ids'
import { compare } from '../../harness/figures'
import { Api } from '../../harness/http'
import { type Row, ratioText, row } from '../../harness/rows'
import { aUser } from '../../support/builders'
import { idsOf } from './pages'
import { type FullSpace, PAGE } from './setup'

const SIZE = { people: 5000, entries: 1_000_000 }
/** Days over which the entries are spread. */
const DAYS = 365
/** Longest time of a page, in milliseconds. */
const GOAL = 300
/** Slow pages make long runs, so the rounds are few. */
const ROUNDS = { rounds: 15, warmUp: 2 }

const PEOPLE = `
  insert into app_user (id, email, firstname, lastname, company, system_role, is_verified)
  select uuidv7(), 'member-' || i || '@example.com', (array['Jana', 'Petr', 'Eva', 'Šimon'])[1 + i % 4],
    (array['Nováková', 'Dvořák', 'Malá', 'Černý', 'Žák'])[1 + i * 7 % 5], 'Company ' || i % 300,
    case when i % 1000 = 0 then 'admin' else 'user' end, true
  from generate_series(1, $1::int) i`

/** Half of the people are in some spaces. */
const MEMBERS = `
  insert into space_user (space_id, user_id, role)
  select s.id, u.id, 'user' from app_user u cross join space s
  where abs(hashtext(u.id::text || s.id::text)) % 4 = 0 on conflict do nothing`

/** Entries about the devices of the first space; half of the entries are in it. */
const ENTRIES = `
  insert into audit_entry (space_id, id, created_at, space_name, actor_type, actor_id, actor_name, method, address, action,
    target_id, target_name, before, after)
  select case when i % 2 = 0 then $2::uuid when i % 7 = 0 then '00000000-0000-0000-0000-000000000000' else other.id end,
    ${idAt('at')}, at, case when i % 2 = 0 then 'bench' when i % 7 = 0 then null else 'other-0' end, 'person',
    gen_random_uuid(), 'member-' || 1 + i * 7919::bigint % ${SIZE.people} || '@example.com', 'password', '10.0.0.1',
    ($3::text[])[1 + i * 31 % cardinality($3::text[])], ids[1 + i * 7919::bigint % cardinality(ids)]::text,
    'site-' || i % 97 || '-chester-' || i % 10007,
    jsonb_build_object('comment', 'before ' || i), jsonb_build_object('comment', 'after ' || i)
  from (select array_agg(id order by id) as ids from device where space_id = $2) d, (select id from space where name = 'other-0') other,
    generate_series(1, $1::int) i,
    lateral (select (now() - i * (${DAYS}::float8 / $1) * interval '1 day')::timestamptz(3) as at) t`

type Query = Record<string, string | number>
/** Queries of a list that are compared with its plain first page. */
type Ways = Record<string, Query>

const sortsOf = (sorts: readonly string[]): Ways =>
  Object.fromEntries(
    sorts.flatMap((sort_by) =>
      ['asc', 'desc'].map((order_by) => [`sorted by ${sort_by} ${order_by}`, { sort_by, order_by }]),
    ),
  )

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()

/** Ids of an entry in the middle of the log, the 60th device of all, and the 500th of the space. */
const IDS = `
  select (select id from audit_entry order by id offset ${SIZE.entries / 2} limit 1) as entry,
    (select id from device order by id offset 60 limit 1) as device,
    (select id from device where space_id = $1 order by id offset 500 limit 1) as target`

async function listsOf({
  client,
  spaceId,
  at,
}: FullSpace): Promise<[name: string, path: string, ways: Ways][]> {
  const { rows } = await client.query<Record<'entry' | 'device' | 'target', string>>(IDS, [spaceId])
  const { entry = '', device = '', target = '' } = rows[0] ?? {}
  const audit: Ways = {
    'far page after a cursor': { cursor: entry },
    'far page by rows': { offset: SIZE.entries / 4 },
    'oldest first': { order_by: 'asc' },
    'one person': { actor: 'member-77@example.com' },
    'no such person': { actor: 'nobody-here' },
    'one thing by name': { target: 'site-13-chester-500' },
    'one thing by id': { target },
    'no such thing': { target: 'nothing-like-it' },
    'one action': { action: 'device.replace' },
    'one action that never was': { action: 'sim.transfer', before: ago(DAYS + 1) },
    'a month': { after: ago(200), before: ago(170) },
    'one person in a month': { actor: 'member-77@example.com', after: ago(200), before: ago(170) },
  }
  const people: Ways = {
    'last page': { offset: SIZE.people - PAGE },
    ...sortsOf(ADMIN_USER_SORTS),
    'part of an address': { text: 'member-77' },
    'part of a name': { text: 'cerny' },
    'nobody found': { text: 'nothing-like-it' },
    administrators: { system_role: 'admin' },
  }
  const devices: Ways = {
    'last page after a cursor': { cursor: device },
    'last page by rows': { offset: 10_000 },
    ...sortsOf(ADMIN_DEVICE_SORTS),
    'part of a serial number': { text: '10000' },
    'part of a name': { text: 'chester-500' },
    'part of a space’s name': { text: 'other-1' },
    'nothing found': { text: 'nothing-like-it' },
    'one space': { space_id: spaceId },
  }
  const ofSpaces = { 'part of a space’s name': { space: 'other' }, 'one space': { space_id: spaceId } }
  return [
    ['People', '/admin/users', people],
    ['Devices of all spaces', '/admin/devices', devices],
    ['Audit log of all', '/admin/audit', { ...audit, ...ofSpaces }],
    ['Audit log of a space', `${at}/audit`, audit],
  ]
}

/** The filters of a query, for a count. */
const filtersOf = ({ sort_by: _s, order_by: _o, cursor: _c, offset: _f, ...filters }: Query) => filters

/** Compares the admin lists and the audit log with their plain first page: deep pages, each sort and each filter. */
export async function benchAdmin(full: FullSpace): Promise<Row[]> {
  const { client, spaceId, lifetime, url, filler } = full
  await client.query(PEOPLE, [SIZE.people])
  await client.query(MEMBERS)
  await client.query(ENTRIES, [SIZE.entries, spaceId, AUDIT_ACTIONS])
  await client.query('vacuum (analyze)')
  const { token } = await aUser(filler, { email: 'root@example.com', systemRole: 'admin' })
  const api = new Api(url, { token })
  lifetime.defer(() => api.close())
  const rows: Row[] = []
  for (const [name, path, ways] of await listsOf(full)) {
    const largest = idsOf(await api.get(path, { limit: LIST_LIMIT }))
    const isWhole = largest.length <= LIST_LIMIT && new Set(largest).size === largest.length
    rows.push(
      row(`${name}, the largest page`, `${largest.length} rows`, `≤ ${LIST_LIMIT}, each once`, isWhole),
    )
    const read = async (query: Query = {}) => {
      const ids = idsOf(await api.get(path, { limit: PAGE, ...query }))
      if (ids.length > PAGE) throw new Error(`${name}: ${ids.length} rows, but ${PAGE} were asked for.`)
    }
    for (const [way, query] of Object.entries(ways)) {
      const page = await compare(() => read(query), read, ROUNDS)
      const filters = filtersOf(query)
      const isCounted = Object.keys(filters).length > 0
      const [count] = isCounted ? await compare(() => api.get(`${path}/count`, filters), read, ROUNDS) : [0]
      const measured = ratioText(page) + (isCounted ? `, its count ${count.toFixed(1)} ms` : '')
      const isMet = Math.max(page[0], count) <= GOAL
      rows.push(row(`${name}, ${way}, against the first page`, measured, `≤ ${GOAL} ms`, isMet))
    }
  }
  return rows
}
