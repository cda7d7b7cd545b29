import { brotliCompressSync, constants } from 'node:zlib'
import { z } from 'zod'
import { LIST_LIMIT } from '#contract/common'
import { DEVICE_SORTS, devicesApi } from '#contract/devices'
import { keysApi } from '#contract/keys'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { VARIABLE_SORTS, variablesApi } from '#contract/variables'
import { insertSpace } from '../../../server/services/accounts/users'
import { deviceList } from '../../../server/services/devices/list'
import { searchDevices } from '../../../server/services/devices/search'
import { variableList } from '../../../server/services/variables'
import { compare, median, type Pair } from '../../harness/figures'
import { type Row, ratioRow, ratioText, row, valueRow } from '../../harness/rows'
import { A_PERSON } from '../../support/callers'
import { fillSpace } from './fill'
import { type FullSpace, PAGE } from './setup'
import { keyRow, throughputRow } from './throughput'

/** Most times that a page may take of another one, through the server or with the driver alone. */
const PAGING_GOAL = 1.5

const rowsSchema = z.array(z.looseObject({ id: z.string() }))
/** The ids of a page. */
export const idsOf = (json: string) => rowsSchema.parse(JSON.parse(json)).map(({ id }) => id)

/** A list with keyset pagination: its path, and the statement of a page for a query. */
interface PagedList {
  path: string
  statementOf: (query: object) => { text: string; values: unknown[] }
}

/** Compares a page with another one, through the server and with the driver alone. */
export async function pagingRow(
  { api, client }: FullSpace,
  { path, statementOf }: PagedList,
  what: string,
  [query, base]: readonly [object, object],
): Promise<Row> {
  const read = (query: object) => () => api.get(path, query)
  const send = (query: object) => () => client.query(statementOf(query))
  const http = await compare(read(query), read(base))
  const sql = await compare(send(query), send(base))
  const isMet = ([value, base]: Pair) => value / base < PAGING_GOAL
  const measured = `HTTP ${ratioText(http)}, SQL ${ratioText(sql)}`
  return row(what, measured, `< ${PAGING_GOAL}×`, isMet(http) && isMet(sql))
}

/** Compares the last page of each sort of a list with the first. */
async function sortRows(full: FullSpace, list: PagedList, what: string, sorts: readonly string[]) {
  const rows: Row[] = []
  for (const sort_by of sorts)
    for (const [order_by, other] of [
      ['asc', 'desc'],
      ['desc', 'asc'],
    ]) {
      const read = async (query: object) => idsOf(await full.api.get(list.path, query))
      const first = { sort_by, order_by, limit: PAGE }
      // The reverse sort begins with the last page, backwards, and continues with the row before that page.
      const backwards = await read({ sort_by, order_by: other, limit: PAGE + 1 })
      const [cursor = '', ...wanted] = backwards.toReversed()
      const last = { ...first, cursor }
      if ((await read(last)).join() !== wanted.join())
        throw new Error(`The last page by ${sort_by} ${order_by} has other ${what} than it should.`)
      const title = `${what} by ${sort_by} ${order_by}, last page against first`
      rows.push(await pagingRow(full, list, title, [last, first]))
    }
  return rows
}

const BY_NAME = { sort_by: 'name', order_by: 'asc', limit: PAGE }
const BY_STATE = { ...BY_NAME, sort_by: 'state' }
const NONE = { ...BY_NAME, name: 'nothing-has-this-name' }

/**
 * States change with time, so they have no index: a page by state reads all devices of the space. It must cost no more
 * than another page that reads them all; with a filter, no more than one that searches for matches in the order of an
 * index.
 */
const STATES: readonly [what: string, query: object, base: object][] = [
  ['by state against all looked through for a name', BY_STATE, NONE],
  ['by state backwards against all looked through for a name', { ...BY_STATE, order_by: 'desc' }, NONE],
  ['that are silent, the worst first, against the same', { ...BY_STATE, state: 'silent' }, NONE],
  [
    'that are late against those with a part of a name, by name',
    { ...BY_NAME, state: 'late' },
    { ...BY_NAME, name: '-chester-1' },
  ],
]

/** Search texts: a part of every name, typing errors, words that half match, a number, and one without a match. */
const TYPED = 's site-7 chester-77 cehster-777 sites chestnut thermometer 1000000123 zzzz'.split(' ')
const SEARCH = { devices: 100_000, samples: 21, limit: 12 }
/** Milliseconds for one typed letter: of the server's main thread, and in all. */
const SEARCH_GOAL = { thread: 5, whole: 500 }

/** Measures how long a search among many devices takes, and how long it blocks the server's main thread. */
async function searchRows({ filler: { db }, client, ownerId }: FullSpace): Promise<Row[]> {
  const spaceId = await insertSpace(db, { name: 'large', type: 'team', ownerId })
  await fillSpace(client, spaceId, { devices: SEARCH.devices, variables: 0, messages: 0 })
  await client.query('vacuum (analyze)')
  const rows: Row[] = []
  for (const text of TYPED) {
    const times = { thread: new Array<number>(), whole: new Array<number>() }
    for (let sample = 0; sample < SEARCH.samples; sample++) {
      const [began, used] = [performance.now(), process.cpuUsage()]
      await searchDevices(db, A_PERSON, spaceId, { text, limit: SEARCH.limit })
      const { user, system } = process.cpuUsage(used)
      times.whole.push(performance.now() - began)
      times.thread.push((user + system) / 1000)
    }
    const [thread, whole] = [median(times.thread), median(times.whole)]
    rows.push(
      row(
        `Search for “${text}” among ${SEARCH.devices} devices`,
        `p50 ${whole.toFixed(1)} ms, of the thread ${thread.toFixed(1)} ms`,
        `≤ ${SEARCH_GOAL.whole} ms, of the thread ≤ ${SEARCH_GOAL.thread} ms`,
        whole <= SEARCH_GOAL.whole && thread <= SEARCH_GOAL.thread,
      ),
    )
  }
  return rows
}

/** Filters by what is known of devices, which read the devices of the space, and some the last values too. */
const CONDITIONS: readonly (readonly [what: string, where: string])[] = [
  ['a value that most have', 'value voltage lt 3.9'],
  ['a value that few have', 'value voltage lt 3.0005'],
  ['a value that none has', 'value voltage lt 0'],
  ['no value for two days', 'value voltage not within 2d'],
  ['a label', 'label site is site-7'],
  ['not seen for two days', 'last_seen not within 2d'],
  ['no tag', 'tag empty'],
]
/** Most times that a page and a count with a filter may take of those by name alone. */
const FILTER_GOAL = 2

/** Compares pages and counts by conditions among many devices with those that look for a part of a name that none has. */
async function conditionRows({ filler, client, ownerId }: FullSpace): Promise<Row[]> {
  const spaceId = await insertSpace(filler.db, { name: 'known', type: 'team', ownerId })
  await fillSpace(client, spaceId, { devices: SEARCH.devices, variables: 0, messages: 0 })
  await client.query(
    `insert into series (space_id, device_id, number, path, is_boolean, first_at, last_at, last_value, count)
     select $1, id, 1, 'voltage', false, now(), now() - (row_number() over ()) % 5 * interval '1 day',
       3 + (row_number() over ()) % 1000 / 1000.0, 1 from device where space_id = $1`,
    [spaceId],
  )
  await client.query(
    `update device set label = jsonb_build_object('site', 'site-' || right(serial_number, 2)) where space_id = $1`,
    [spaceId],
  )
  await client.query('vacuum (analyze)')
  const deps = { db: filler.db, now: () => new Date() }
  const queryOf = (more: object) => devicesApi.list.query.parse({ ...BY_NAME, ...more })
  const ask = (more: object) => async () => {
    await deviceList.list(deps, A_PERSON, spaceId, queryOf(more))
    await deviceList.count(deps, A_PERSON, spaceId, queryOf(more))
  }
  const rows: Row[] = []
  for (const [what, where] of CONDITIONS) {
    const pair = await compare(ask({ where: [where] }), ask({ name: 'nothing-has-this-name' }))
    rows.push(
      ratioRow(`${SEARCH.devices} devices by ${what}, page and count, against by a name`, pair, {
        atMost: FILTER_GOAL,
      }),
    )
  }
  return rows
}

/**
 * Measures the first and last page of each sort of the device list, pages by state, first pages a second, and searches.
 */
export async function benchDevices(full: FullSpace): Promise<Row[]> {
  const { api, spaceId, at } = full
  const path = `${at}/devices`
  const statementOf = (query: object) =>
    deviceList.page(spaceId, devicesApi.list.query.parse(query), new Date())
  const list = { path, statementOf }
  const rows = await sortRows(full, list, 'Devices', DEVICE_SORTS)
  for (const [what, ...pair] of STATES) rows.push(await pagingRow(full, list, `Devices ${what}`, pair))
  const created = await api.post(`${at}/keys`, { name: 'bench', permissions: ['space:device:read'] })
  const { id: key } = keysApi.create.answer.parse(JSON.parse(created))
  const query = { limit: PAGE }
  return [
    ...rows,
    await keyRow(full, key, path, query),
    await throughputRow(full, 'Device page', { path, query, statement: statementOf(query) }),
    ...(await searchRows(full)),
    ...(await conditionRows(full)),
  ]
}

/** Measures the first and last page of each sort of the variable list. */
export function benchVariables(full: FullSpace): Promise<Row[]> {
  const statementOf = (query: object) =>
    variableList.page(full.spaceId, variablesApi.list.query.parse(query), new Date())
  return sortRows(full, { path: `${full.at}/variables`, statementOf }, 'Variables', VARIABLE_SORTS)
}

const fit = (has: string) =>
  `generate_series(1, ${LIST_LIMIT} - (select count(*)::int from ${has} where space_id = $1)) i`

/** As many tags, keys and people as a list can hold. */
const WHOLE_LISTS: readonly [statement: string, ...values: unknown[]][] = [
  [
    `insert into tag (space_id, id, name, color) select $1, uuidv7(), 'tag-' || i, '#1E88E5' from ${fit('tag')}`,
  ],
  [
    `insert into access_key (space_id, id, token_hash, name, permissions)
     select $1, gen_random_uuid(), sha256(('key' || i)::bytea), 'key-' || i, $2 from ${fit('access_key')}`,
    KEY_PERMISSIONS,
  ],
  [
    `insert into access_key_tag (space_id, access_key_id, tag_id)
     select $1, k.id, t.id from access_key k
     cross join lateral (select id from tag where space_id = $1 order by id limit 2) t where k.space_id = $1`,
  ],
  [
    `with person as (
       insert into app_user (id, email, firstname, lastname, is_verified)
       select uuidv7(), 'person-' || i || '@example.com', 'Jana', 'Nováková', true from ${fit('space_user')}
       returning id
     )
     insert into space_user (space_id, user_id, role) select $1, id, 'user' from person`,
  ],
]
/** Most kilobytes of a whole list, compressed as the console reads it. */
const BYTES_GOAL = 120

const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }).length

/** Compares lists that the console reads whole with a page of as many devices: their time, and the bytes sent. */
export async function benchLists({ spaceId, client, api, at }: FullSpace): Promise<Row[]> {
  for (const [statement, ...values] of WHOLE_LISTS) await client.query(statement, [spaceId, ...values])
  const read = (name: string) => api.get(`${at}/${name}`, { limit: LIST_LIMIT })
  const rows: Row[] = []
  for (const name of ['tags', 'keys', 'users']) {
    const pair = await compare(
      () => read(name),
      () => read('devices'),
    )
    const bytes = compressed(await read(name))
    rows.push(
      ratioRow(`${LIST_LIMIT} ${name} against ${LIST_LIMIT} devices`, pair, { atMost: 1 }),
      valueRow(`${LIST_LIMIT} ${name}, compressed`, bytes / 1000, { unit: 'kB', atMost: BYTES_GOAL }),
    )
  }
  return rows
}
