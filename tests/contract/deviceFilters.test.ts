import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { foldText } from '#contract/common'
import { devicesApi } from '#contract/devices'
import { KEY_HEADER } from '#contract/keys'
import { deviceContact, series } from '../../server/db/schema'
import { folded } from '../../server/db/schema/columns'
import { aDevice, aKey, aSpace, aTag, type TestSpace } from '../support/builders'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const server = await serve()
let space: TestSpace
let [oldTown, indoor] = ['', '']

beforeAll(async () => {
  space = await aSpace(server)
  const [one, two] = [await aTag(server, space, 'old-town'), await aTag(server, space, 'indoor')]
  ;[oldTown, indoor] = [one.id, two.id]
  const low = await aDevice(server, space, {
    name: 'low',
    comment: 'Vodoměr u řeky',
    label: { site: 'Brno', 'sales region': 'Jih' },
    tags: [one, two],
  })
  const high = await aDevice(server, space, { name: 'high', label: { site: 'Žďár' }, tags: [one] })
  const stale = await aDevice(server, space, { name: 'stale', external_id: 'METER/7' })
  await aDevice(server, space, { name: 'new', comment: 'spare\u00a0part', label: { site: 'brno' } })
  await anUplink(server, low, { body: { voltage: 3.1, tank: { level: 4 } } })
  await anUplink(server, low, { type: 'session', body: { up: { fw_version: '1.4.0' } } })
  await anUplink(server, high, { body: { voltage: 3.6, on: true } })
  await anUplink(server, stale, { body: { voltage: 3 } })
  await findValues(server)
  const ago = sql`now() - interval '3 days'`
  await server.db.update(series).set({ lastAt: ago, firstAt: ago }).where(sql`device_id = ${stale.id}`)
  await server.db.update(deviceContact).set({ lastSeen: ago }).where(sql`device_id = ${stale.id}`)
})

const ask = async (path: string, filters: Record<string, string | string[]>, headers = {}) => {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(filters))
    for (const value of [values].flat()) query.append(name, value)
  const caller = Object.keys(headers).length > 0 ? { headers } : { token: space.owner.token }
  return server.call('GET', `/spaces/${space.id}/devices${path}?${query}`, caller)
}

async function find(filters: Record<string, string | string[]>) {
  const answer = await ask('', { sort_by: 'name', order_by: 'asc', ...filters })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const names = devicesApi.list.answer.parse(await answer.json()).map(({ name }) => name)
  const counted = devicesApi.count.answer.parse(await (await ask('/count', filters)).json())
  expect(counted.count).toBe(names.length)
  return names.join(' ')
}

test.each([
  ['value voltage lt 3.2', 'low stale'],
  ['value voltage ge 3.6', 'high'],
  ['value voltage not lt 3.2', 'high new'],
  ['value voltage within 2d', 'high low'],
  ['value voltage not within 2d', 'new stale'],
  ['value voltage empty', 'new'],
  ['value on is true', 'high'],
  ['value tank.level gt 3', 'low'],
  ['label site is BRNO', 'low new'],
  ['label site not is brno', 'high stale'],
  ['label site contains ďa', 'high'],
  ['label "sales region" not empty', 'low'],
  ['firmware is 1.4.0', 'low'],
  ['firmware empty', 'high new stale'],
  ['comment contains VODOMER', 'low'],
  ['comment contains spare\u00a0part', 'new'],
  ['comment empty', 'high stale'],
  ['external_id contains meter', 'stale'],
  ['name is LOW', 'low'],
  ['last_seen within 1d', 'high low'],
  ['last_seen not within 1d', 'new stale'],
  ['last_seen empty', 'new'],
  ['tag empty', 'new stale'],
])('“%s” finds %s, in the list and in the count', async (condition, expected) => {
  expect(await find({ where: condition })).toBe(expected)
})

test('conditions are combined with each other, with tags and with other filters, in every sort', async () => {
  expect(await find({ where: [`tag is ${oldTown}`, `tag not is ${indoor}`] })).toBe('high')
  expect(await find({ where: ['value voltage lt 3.2', 'label site is brno'], name: 'lo' })).toBe('low')
  const sorts: Record<string, string>[] = [
    { sort_by: 'state' },
    { sort_by: 'last_seen' },
    { sort_by: 'series', series_path: 'voltage' },
  ]
  for (const sort of sorts)
    expect(
      await find({ ...sort, where: ['comment not empty', 'last_seen not empty', 'value voltage lt 9'] }),
    ).toBe('low')
})

test('words are found in names, comments and labels, without regard to case, accents and their form', async () => {
  for (const text of ['vodomer reky', 'VODOMĚR', 'vodoměr'.normalize('NFD'), 'low brno', 'site jih'])
    expect(await find({ text }), text).toBe('low')
  expect(await find({ text: 'zdar' })).toBe('high')
  expect(await find({ text: 'meter 7' })).toBe('stale')
  expect(await find({ text: '100%' })).toBe('')
  expect(await find({ comment: 'vodomer' })).toBe('low')
  const found = await server.call('GET', `/spaces/${space.id}/devices/search?text=vodomer`, {
    token: space.owner.token,
  })
  expect(devicesApi.search.answer.parse(await found.json()).map(({ name }) => name)).toEqual(['low'])
})

test('a wrong condition is refused with its fault', async () => {
  for (const [where, text] of [
    ['voltage lt 3', 'where[0] must begin with one of name'],
    ['value voltage lt much', 'where[0] must have a number after lt'],
  ] as const) {
    const answer = await ask('', { where })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(text)
  }
  const many = await ask('/count', { where: Array.from({ length: 11 }, () => 'tag empty') })
  expect(await many.text()).toContain('must have at most 10 conditions')
})

test('filters by values need the permission to read histories, and a key with tags sees only its devices', async () => {
  const statusOf = async (
    permissions: readonly ('space:device:read' | 'space:message:series:read')[],
    path: string,
  ) => {
    const { id } = await aKey(server, space, { permissions: [...permissions], tags: [{ id: indoor }] })
    return ask(path, { where: 'value voltage lt 9' }, { [KEY_HEADER]: id })
  }
  expect((await statusOf(['space:device:read'], '')).status).toBe(403)
  expect((await statusOf(['space:device:read'], '/count')).status).toBe(403)
  const seen = await statusOf(['space:device:read', 'space:message:series:read'], '/count')
  expect(await seen.json()).toEqual({ count: 1 })
})

test('the database folds texts as the console does', async () => {
  const samples = [
    'Vodoměr',
    'Vodoměr'.normalize('NFD'),
    'ŽLUŤOUČKÝ kůň',
    'Straße',
    'ΣΟΦΟΣ σοφος',
    'ÅNGSTRÖM',
    'Насос ЁЖ',
    '水量計',
    'İstanbul',
    'ﬁx',
  ]
  for (const sample of samples) {
    const { rows } = await server.db.execute<{ text: string }>(
      sql`select ${folded(sql`${sample}::text`)} as text`,
    )
    expect(rows[0]?.text, sample).toBe(foldText(sample))
  }
})
