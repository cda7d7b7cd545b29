import { describe, expect, test } from 'vitest'
import { type AuditEntry, spaceAuditApi } from '#contract/audit'
import type { Device } from '#contract/devices'
import { plainSetting, SETTINGS_MAX, type SeriesChange, seriesApi, seriesSettingsApi } from '#contract/series'
import { outcome } from '../support/answers'
import { aDevice, aKey, aMember, aSpace, aTag, type TestSpace } from '../support/builders'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server } = await serveSpace()

const at = ({ id }: TestSpace) => `/spaces/${id}/series/settings`
const ask = async (space: TestSpace, ...series: SeriesChange[]) =>
  server.call('PUT', at(space), { token: space.owner.token, body: { series } })

async function change(space: TestSpace, ...series: SeriesChange[]) {
  const answer = await ask(space, ...series)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return seriesSettingsApi.change.answer.parse(await answer.json())
}

async function settingsOf(space: TestSpace, who: { token?: string; key?: string } = space.owner) {
  const answer = await server.call('GET', at(space), { token: who.token, key: who.key })
  return seriesSettingsApi.read.answer.parse(await answer.json())
}

async function seriesOf(space: TestSpace, { id }: Pick<Device, 'id'>) {
  const answer = await server.call('GET', `/spaces/${space.id}/devices/${id}/series`, space.owner)
  return seriesApi.list.answer.parse(await answer.json())
}

const { path: _path, ...plain } = plainSetting('')

test('a space starts without settings; stored ones are answered, and those not sent are kept', async () => {
  const space = await aSpace(server)
  expect(await settingsOf(space)).toEqual({ series: [], version: 1 })
  await change(space, { path: 'level', label: ' Reservoir ', unit: 'm' })
  await change(space, { path: 'level', decimals: 2 }, { path: 'rssi', is_hidden: true })
  const expected = [
    { ...plain, path: 'level', label: 'Reservoir', unit: 'm', decimals: 2 },
    { ...plain, path: 'rssi', is_hidden: true },
  ]
  expect((await settingsOf(space)).series).toEqual(expected)
  await change(space, { path: 'rssi', is_hidden: false }, { path: 'level', label: '' })
  expect((await settingsOf(space)).series).toEqual([{ ...plain, path: 'level', unit: 'm', decimals: 2 }])
})

test('an item of a hidden list can be shown, but not shown and hidden at once', async () => {
  const space = await aSpace(server)
  const item = 'meters[sn=2].volume'
  await change(space, { path: 'meters[].volume', is_hidden: true }, { path: item, is_shown: true })
  const shown = async () => (await settingsOf(space)).series.find(({ path }) => path === item)
  expect(await shown()).toMatchObject({ is_shown: true, is_hidden: false })
  const both = { series: [{ path: item, is_hidden: true, is_shown: true }] }
  const refused = await server.call('PUT', `/spaces/${space.id}/series/settings`, {
    token: space.owner.token,
    body: both,
  })
  expect([refused.status, await refused.text()]).toEqual([
    400,
    `is_hidden and is_shown of ${item} cannot both be true`,
  ])
  await change(space, { path: item, is_hidden: true })
  expect(await shown()).toMatchObject({ is_shown: false, is_hidden: true })
})

test('pins are in the order of their positions, a new one last', async () => {
  const space = await aSpace(server)
  const tag = await aTag(server, space, 'water')
  await change(space, { path: 'b', is_pinned: true })
  await change(space, { path: 'a', is_pinned: true, tags: [{ id: tag.id }] })
  const pins = async () =>
    (await settingsOf(space)).series.map(({ path, place, tags }) => [
      path,
      place,
      tags.map(({ name }) => name),
    ])
  expect(await pins()).toEqual([
    ['b', 1, []],
    ['a', 2, ['water']],
  ])
  await change(space, { path: 'a', place: 1 }, { path: 'b', place: 2 })
  expect(await pins()).toEqual([
    ['a', 1, ['water']],
    ['b', 2, []],
  ])
  await server.call('DELETE', `/spaces/${space.id}/tags/${tag.id}`, space.owner)
  expect(await pins()).toEqual([['b', 2, []]])
})

test('two people who change the same values at once do not overwrite each other’s fields', async () => {
  const space = await aSpace(server)
  await Promise.all([
    change(space, { path: 'level', label: 'Reservoir' }),
    change(space, { path: 'level', unit: 'm' }),
    change(space, { path: 'flow', is_pinned: true }),
    change(space, { path: 'rain', is_pinned: true }),
  ])
  const { series, version } = await settingsOf(space)
  expect(version).toBe(5)
  expect(series.find(({ path }) => path === 'level')).toMatchObject({ label: 'Reservoir', unit: 'm' })
  expect(series.flatMap(({ place }) => place ?? [])).toEqual([1, 2])
})

describe('the series of a device', () => {
  test('have the names, units and decimals of the space, with pinned ones first for devices with the tag', async () => {
    const space = await aSpace(server)
    const tag = await aTag(server, space)
    const [tagged, other] = [await aDevice(server, space, { tags: [tag] }), await aDevice(server, space)]
    const meters = [
      { serial: 1, volume: 3 },
      { serial: 2, volume: 4 },
    ]
    for (const device of [tagged, other])
      await anUplink(server, device, { body: { air: 7, meters, system: { voltage: 3.6 } } })
    await findValues(server)
    await change(
      space,
      { path: 'system.voltage', is_pinned: true, tags: [{ id: tag.id }] },
      { path: 'meters[].volume', label: 'Water', unit: 'm³', decimals: 1 },
      { path: 'air', is_hidden: true },
    )
    expect(await seriesOf(space, tagged)).toMatchObject([
      { path: 'system.voltage', label: 'voltage', unit: 'V', is_pinned: true },
      { path: 'meters[serial=1].volume', label: 'Water 1', unit: 'm³', decimals: 1 },
      { path: 'meters[serial=2].volume', label: 'Water 2', unit: 'm³', decimals: 1 },
      { path: 'air', is_hidden: true, is_pinned: false },
    ])
    expect((await seriesOf(space, other)).map(({ is_pinned }) => is_pinned)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('are sorted with the most changing first and counters last', async () => {
    const space = await aSpace(server)
    const device = await aDevice(server, space)
    for (const i of [1, 2, 3, 4, 5])
      await anUplink(server, device, { body: { a: i + 100, b: 7, c: 100 + (i % 2), d: i * i } })
    await findValues(server)
    expect((await seriesOf(space, device)).map(({ path }) => path)).toEqual(['d', 'c', 'b', 'a'])
  })
})

test.each<[SeriesChange[], string]>([
  [[{ path: '' }], 'series[0].path is required'],
  [[{ path: 'a', decimals: 11 }], 'series[0].decimals must be at most 10'],
  [[{ path: 'a', decimals: -1 }], 'series[0].decimals must be at least 0'],
  [[{ path: 'a', decimals: 1.5 }], 'series[0].decimals must be a whole number'],
  [[{ path: 'a', label: 'x'.repeat(61) }], 'series[0].label must have at most 60 characters'],
  [[{ path: 'a', label: 'x\ny' }], 'series[0].label must be one line'],
  [[{ path: 'a', unit: 'x'.repeat(17) }], 'series[0].unit must have at most 16 characters'],
  [[{ path: 'x'.repeat(301) }], 'series[0].path must have at most 300 characters'],
  [
    [{ path: 'a', is_pinned: true, tags: [{ id: '019d0a5c-6c00-7000-8000-00000000000f' }] }],
    'tags must be tags of this space',
  ],
])('%j is refused', async (series, sentence) => {
  const space = await aSpace(server)
  expect(await outcome(await ask(space, ...series))).toEqual([400, sentence])
  expect((await settingsOf(space)).version).toBe(1)
})

test('a tag for a value that is not pinned, a tag of another space and too many settings are refused', async () => {
  const space = await aSpace(server)
  const tag = await aTag(server, space)
  const stranger = await aTag(server, await aSpace(server))
  expect(await outcome(await ask(space, { path: 'a', tags: [{ id: tag.id }] }))).toEqual([
    400,
    'tags are those that a value is pinned for, and a is not pinned',
  ])
  expect(
    await outcome(await ask(space, { path: 'a', is_pinned: true, tags: [{ id: stranger.id }] })),
  ).toEqual([400, 'tags must be tags of this space'])
  for (let from = 0; from < SETTINGS_MAX; from += 100)
    await change(space, ...Array.from({ length: 100 }, (_, i) => ({ path: `p${from + i}`, unit: 'm' })))
  expect(await outcome(await ask(space, { path: 'one more', unit: 'm' }))).toEqual([
    400,
    `series can have settings for at most ${SETTINGS_MAX} paths of a space`,
  ])
  await change(space, { path: 'p1', unit: null }, { path: 'one more', unit: 'm' })
})

test('a key with tags gets no single items of lists', async () => {
  const space = await aSpace(server)
  const tag = await aTag(server, space)
  await change(
    space,
    { path: 'meters[].volume', unit: 'm³' },
    { path: 'meters[serial=1].volume', label: 'Lobby' },
  )
  const key = await aKey(server, space, {
    permissions: ['space:message:series:read'],
    tags: [{ id: tag.id }],
  })
  expect((await settingsOf(space, { key: key.id })).series.map(({ path }) => path)).toEqual([
    'meters[].volume',
  ])
})

describe('the audit log', () => {
  const entriesOf = async (space: TestSpace) => {
    const answer = await server.call('GET', `/spaces/${space.id}/audit?action=series.update`, space.owner)
    return spaceAuditApi.list.answer.parse(await answer.json())
  }
  const undo = async (space: TestSpace, entry: AuditEntry | undefined) =>
    server.call('POST', `/spaces/${space.id}/audit/${entry?.id}/undo`, space.owner)

  test('has the changed fields, and an undo leaves other ones as they are', async () => {
    const space = await aSpace(server)
    const tag = await aTag(server, space, 'water')
    await change(space, { path: 'level', label: 'Reservoir' })
    await change(space, { path: 'level', is_pinned: true, tags: [{ id: tag.id }] }, { path: 'x', unit: 'm' })
    await change(space, { path: 'beside', is_hidden: true })
    const [, entry] = await entriesOf(space)
    expect(entry).toMatchObject({
      target_name: 'level, x',
      before: { level: { label: 'Reservoir' }, x: null },
      after: {
        level: { label: 'Reservoir', is_pinned: true, place: 1, tags: [{ id: tag.id, name: 'water' }] },
        x: { unit: 'm' },
      },
    })
    expect((await undo(space, entry)).status).toBe(200)
    expect((await settingsOf(space)).series).toEqual([
      { ...plain, path: 'beside', is_hidden: true },
      { ...plain, path: 'level', label: 'Reservoir' },
    ])
    const [undoing] = await entriesOf(space)
    expect((await undo(space, undoing)).status).toBe(200)
    expect((await settingsOf(space)).series[0]).toMatchObject({ path: 'level', is_pinned: true, place: 1 })
  })

  test('refuses an undo of fields that have changed again', async () => {
    const space = await aSpace(server)
    await change(space, { path: 'level', unit: 'm' })
    const [entry] = await entriesOf(space)
    await change(space, { path: 'level', unit: 'cm' })
    expect((await undo(space, entry)).status).toBe(409)
  })
})

test('settings are deleted with their space', async () => {
  const space = await aSpace(server)
  await change(space, { path: 'level', unit: 'm' })
  expect((await server.call('DELETE', `/spaces/${space.id}`, space.owner)).status).toBe(204)
  const { rowCount } = await server.db.$client.query('select from series_settings where space_id = $1', [
    space.id,
  ])
  expect(rowCount).toBe(0)
})

test('people who can only read the space can read the settings, but not change them', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  expect((await settingsOf(space, member)).series).toEqual([])
  const answer = await server.call('PUT', at(space), { token: member.token, body: { series: [] } })
  expect(answer.status).toBe(403)
})
