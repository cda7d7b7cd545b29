import type { Client } from 'pg'
import { z } from 'zod'
import { ADMIN_DEVICE_SORTS, ADMIN_USER_SORTS } from '#contract/admin'
import { AUDIT_ACTIONS } from '#contract/audit'
import { LIST_LIMIT } from '#contract/common'
import { DAY } from '#contract/common/durations'
import { openDatabase } from '../../../server/db/database'
import { readSigningKey } from '../../../server/services/accounts/signIn/signingKey'
import { giveToken } from '../../../server/services/accounts/signIn/tokens'
import { createUser } from '../../../server/services/accounts/users'
import { idAt } from '../../../server/services/common/ids'
import { ApiClient } from './apiClient'
import { compare } from './compare'
import type { Line } from './lines'
import { PAGE, type Setup } from './setup'

const SIZE = { people: 5000, entries: 1_000_000 }
/** Days over which the entries are spread. */
const DAYS = 365
/** What a page may take at most, in milliseconds. */
const GOAL = 300
/** Slow pages make long runs, so each is asked for only so often. */
const ROUNDS = { samples: 15, warmUp: 2 }

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

/** Entries about the devices of the first space, in which half of them are. */
const ENTRIES = `
  insert into audit_entry (space_id, id, created_at, space_name, actor_type, actor_id, actor_name, method, address, action,
    target_id, target_name, before, after)
  select case when i % 2 = 0 then $2::uuid when i % 7 = 0 then '00000000-0000-0000-0000-000000000000' else $3::uuid end,
    ${idAt('at')}, at, case when i % 2 = 0 then 'bench' when i % 7 = 0 then null else 'other-0' end, 'person',
    gen_random_uuid(), 'member-' || 1 + i * 7919::bigint % $4::int || '@example.com', 'password', '10.0.0.1',
    ($5::text[])[1 + i * 31 % cardinality($5::text[])], ids[1 + i * 7919::bigint % cardinality(ids)]::text,
    'site-' || i % 97 || '-chester-' || i % 10007,
    jsonb_build_object('comment', 'before ' || i), jsonb_build_object('comment', 'after ' || i)
  from (select array_agg(id order by id) as ids from device where space_id = $2) d, generate_series(1, $1::int) i,
    lateral (select (now() - i * ($6::float8 / $1) * interval '1 day')::timestamptz(3) as at) t`

async function fill(client: Client, spaceId: string) {
  const { rows } = await client.query<{ id: string }>(`select id from space where name = 'other-0'`)
  await client.query(PEOPLE, [SIZE.people])
  await client.query(MEMBERS)
  const places = [spaceId, rows[0]?.id]
  await client.query(ENTRIES, [SIZE.entries, ...places, SIZE.people, AUDIT_ACTIONS, DAYS])
  await client.query('vacuum (analyze)')
}

/** The token of a system administrator. */
async function signIn(databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl, () => undefined)
  try {
    const uid = await createUser(db, {
      email: 'root@example.com',
      isVerified: true,
      systemRole: 'admin',
    })
    const signing = { signingKey: await readSigningKey(db), now: () => new Date() }
    return await giveToken(signing, db, { uid, sys: 'admin' })
  } finally {
    await db.$client.end()
  }
}

const rowsSchema = z.array(z.looseObject({ id: z.string() }))
type Query = Record<string, string | number>

/** A list, and each way of asking for it that is compared with its plain first page. */
interface List {
  name: string
  path: string
  ways: Record<string, Query>
}

const sortsOf = (sorts: readonly string[]) =>
  Object.fromEntries(
    sorts.flatMap((sort_by) =>
      ['asc', 'desc'].map((order_by) => [`sorted by ${sort_by} ${order_by}`, { sort_by, order_by }]),
    ),
  )

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()

/** Ways of asking for the audit log; `cursor` is an entry in its middle, `target` the id of a device. */
const auditWays = (cursor: string, target: string): List['ways'] => ({
  'far page after a cursor': { cursor },
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
})

async function listsOf(client: Client, spaceId: string): Promise<List[]> {
  const { rows } = await client.query<{ cursor: string; last: string; target: string }>(
    `select (select id from audit_entry order by id offset $2 / 2 limit 1) as cursor,
      (select id from device order by id offset 60 limit 1) as last,
      (select id from device where space_id = $1 order by id offset 500 limit 1) as target`,
    [spaceId, SIZE.entries],
  )
  const { cursor = '', last = '', target = '' } = rows[0] ?? {}
  const ways = auditWays(cursor, target)
  return [
    {
      name: 'People',
      path: '/admin/users',
      ways: {
        'last page': { offset: SIZE.people - PAGE },
        ...sortsOf(ADMIN_USER_SORTS),
        'part of an address': { text: 'member-77' },
        'part of a name': { text: 'cerny' },
        'nobody found': { text: 'nothing-like-it' },
        administrators: { system_role: 'admin' },
      },
    },
    {
      name: 'Devices of all spaces',
      path: '/admin/devices',
      ways: {
        'last page after a cursor': { cursor: last },
        'last page by rows': { offset: 10_000 },
        ...sortsOf(ADMIN_DEVICE_SORTS),
        'part of a serial number': { text: '10000' },
        'part of a name': { text: 'chester-500' },
        'part of a space’s name': { text: 'other-1' },
        'nothing found': { text: 'nothing-like-it' },
        'one space': { space_id: spaceId },
      },
    },
    {
      name: 'Audit log of all',
      path: '/admin/audit',
      ways: { ...ways, 'part of a space’s name': { space: 'other' }, 'one space': { space_id: spaceId } },
    },
    { name: 'Audit log of a space', path: `/spaces/${spaceId}/audit`, ways },
  ]
}

/** Filters only, which a count takes. */
const filtersOf = ({ sort_by: _s, order_by: _o, cursor: _c, offset: _f, ...filters }: Query) => filters

/** A list asked for in one way, against its plain first page. */
async function lineOf(api: ApiClient, { name, path }: List, way: string, query: Query): Promise<Line> {
  const read = async (asked: Query) => {
    const rows = rowsSchema.parse(JSON.parse(await api.get(path, { limit: PAGE, ...asked })))
    if (rows.length > PAGE)
      throw new Error(`${name}, ${way}: ${rows.length} rows, but ${PAGE} were asked for.`)
  }
  const { first, last } = await compare(
    () => read({}),
    () => read(query),
    ROUNDS,
  )
  const asked = filtersOf(query)
  const isCounted = Object.keys(asked).length > 0
  const counted = isCounted
    ? await compare(
        () => read({}),
        () => api.get(`${path}/count`, asked),
        ROUNDS,
      )
    : null
  const slowest = Math.max(last, counted?.last ?? 0)
  const count = counted ? `, its count ${counted.last.toFixed(1)} ms` : ''
  return {
    what: `${name}, ${way}, against the first page`,
    measured: `${(last / first).toFixed(2)}× (${last.toFixed(1)} / ${first.toFixed(1)} ms)${count}`,
    goal: `≤ ${GOAL} ms`,
    met: slowest <= GOAL,
  }
}

/** The largest page that may be asked for holds no more than its limit. */
async function limitLine(api: ApiClient, { name, path }: List): Promise<Line> {
  const rows = rowsSchema.parse(JSON.parse(await api.get(path, { limit: LIST_LIMIT })))
  const ids = new Set(rows.map(({ id }) => id))
  return {
    what: `${name}, the largest page`,
    measured: `${rows.length} rows`,
    goal: `≤ ${LIST_LIMIT}, each once`,
    met: rows.length <= LIST_LIMIT && ids.size === rows.length,
  }
}

/** The lists of the admin area and the audit log: deep pages, each sort and each filter against the plain first page. */
export async function benchAdmin(setup: Setup, client: Client): Promise<Line[]> {
  await fill(client, setup.spaceId)
  const api = new ApiClient(setup.base, await signIn(setup.databaseUrl))
  const lines: Line[] = []
  try {
    for (const list of await listsOf(client, setup.spaceId)) {
      lines.push(await limitLine(api, list))
      for (const [way, query] of Object.entries(list.ways)) lines.push(await lineOf(api, list, way, query))
    }
  } finally {
    api.close()
  }
  return lines
}
