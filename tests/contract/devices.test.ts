import { beforeEach, expect, test } from 'vitest'
import { devicesApi } from '#contract/devices'
import { tagsApi } from '#contract/tags'
import { deviceOf } from '../support/answers'
import { aDevice, aSpace, aTag, deviceInput, type TestSpace } from '../support/builders'
import { serve } from '../support/serve'
import { anUplink, callUplink } from '../support/uplink'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const server = await serve()
let space: TestSpace

const on = async (method: string, path: string, body?: unknown) =>
  server.call(method, `/spaces/${space.id}${path}`, { body, token: space.owner.token })

const names = async (query: string) => {
  const answer = await on('GET', `/devices?limit=1000&sort_by=name&order_by=asc&${query}`)
  return devicesApi.list.answer.parse(await answer.json()).map(({ name }) => name)
}

const count = async (query: string) =>
  devicesApi.count.answer.parse(await (await on('GET', `/devices/count?${query}`)).json()).count

beforeEach(async () => {
  space = await aSpace(server)
})

test('a created device can be read, and no answer has its claim token', async () => {
  const tag = await aTag(server, space)
  const input = deviceInput({ comment: 'at the gate', label: { district: 'North' }, tags: [{ id: tag.id }] })
  const answer = await on('POST', '/devices', input)
  expect(answer.status).toBe(201)
  const text = await answer.text()
  expect(text).not.toContain(input.token)
  const created = devicesApi.create.answer.parse(JSON.parse(text))
  expect(created).toMatchObject({
    name: input.name,
    serial_number: input.serial_number,
    comment: 'at the gate',
    label: { district: 'North' },
    tags: [tag],
    session_id: 0,
    last_seen: null,
  })
  expect(created.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const read = await on('GET', `/devices/${created.id}`)
  expect(devicesApi.get.answer.parse(await read.json())).toEqual(created)
})

test('a serial number can be claimed once, and the refusal does not reveal its space', async () => {
  const elsewhere = await aSpace(server)
  const taken = await aDevice(server, elsewhere)
  const answer = await on('POST', '/devices', deviceInput({ serial_number: taken.serial_number }))
  expect(answer.status).toBe(409)
  expect(await answer.text()).toBe('serial_number belongs to a device that was claimed already')
  expect(await count(`serial_number=${taken.serial_number}`)).toBe(0)
})

test('when many claim the same serial number at once, one succeeds', async () => {
  const input = deviceInput()
  const answers = await Promise.all(Array.from({ length: 8 }, () => on('POST', '/devices', input)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(409)])
  expect(await count(`serial_number=${input.serial_number}`)).toBe(1)
})

test('a label without a name or a value is dropped', async () => {
  const label = { district: 'North', floor: ' ', '': 'South' }
  const device = await aDevice(server, space, { label })
  expect(device.label).toEqual({ district: 'North' })
  const answer = await server.call('PUT', `/spaces/${space.id}/devices/${device.id}`, {
    token: space.owner.token,
    body: { label: { ...label, district: '' } },
  })
  expect((await deviceOf(answer)).label).toEqual({})
})

test('an update replaces name, comment, labels and tags, and keeps the rest', async () => {
  const [one, two] = [await aTag(server, space), await aTag(server, space)]
  const device = await aDevice(server, space, { label: { old: 'yes' }, tags: [{ id: one.id }] })
  const body = { name: 'renamed', comment: null, label: { new: 'yes' }, tags: [{ ...two }] }
  const answer = await on('PUT', `/devices/${device.id}`, body)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    name: 'renamed',
    label: { new: 'yes' },
    tags: [two],
    serial_number: device.serial_number,
    created_at: device.created_at,
  })
})

test('a tag of another space is refused, and nothing is stored', async () => {
  const foreign = await aTag(server, await aSpace(server))
  const input = deviceInput({ tags: [{ id: foreign.id }] })
  const created = await on('POST', '/devices', input)
  expect([created.status, await created.text()]).toEqual([400, 'tags must be tags of this space'])
  expect(await count(`serial_number=${input.serial_number}`)).toBe(0)

  const device = await aDevice(server, space)
  const updated = await on('PUT', `/devices/${device.id}`, { name: 'changed', tags: [{ id: foreign.id }] })
  expect(updated.status).toBe(400)
  expect(await (await on('GET', `/devices/${device.id}`)).json()).toMatchObject({ name: device.name })
})

test('a deleted device is not found, and its serial number can be claimed again', async () => {
  const device = await aDevice(server, space)
  await anUplink(server, device)
  expect((await on('DELETE', `/devices/${device.id}`)).status).toBe(204)
  expect((await on('GET', `/devices/${device.id}`)).status).toBe(404)
  expect((await on('DELETE', `/devices/${device.id}`)).status).toBe(404)
  expect((await callUplink(server, device)).status).toBe(401)
  await aDevice(server, space, { serial_number: device.serial_number })
})

test.each(['GET', 'PUT', 'DELETE'])('%s answers 404 for an unknown or malformed id', async (method) => {
  const body = method === 'PUT' ? { name: 'some-name' } : undefined
  for (const id of [UNKNOWN, 'not-a-uuid', "'; drop table device --"]) {
    const answer = await on(method, `/devices/${encodeURIComponent(id)}`, body)
    expect([answer.status, await answer.text()]).toEqual([404, 'not found'])
  }
})

test('filters apply to the list and the count alike', async () => {
  const [red, blue] = [await aTag(server, space, 'red'), await aTag(server, space, 'blue')]
  await aDevice(server, space, { name: 'pump-one', serial_number: '1230000001', tags: [red, blue] })
  await aDevice(server, space, { name: 'pump-two', serial_number: '1230000002', tags: [red] })
  await aDevice(server, space, { name: 'valve-one', serial_number: '4560000003', tags: [blue] })
  await aDevice(server, space, { name: 'lamp-ten', serial_number: '4560000004', comment: 'Ask Žofie first' })

  const cases: [query: string, expected: string[]][] = [
    ['name=PUMP', ['pump-one', 'pump-two']],
    ['name=%25', []],
    ['name=_', []],
    ['name=', ['lamp-ten', 'pump-one', 'pump-two', 'valve-one']],
    ['serial_number=456', ['lamp-ten', 'valve-one']],
    [`comment=${encodeURIComponent('ŽOFIE')}`, ['lamp-ten']],
    ['comment=%25', []],
    [`tag_ids[]=${red.id}`, ['pump-one', 'pump-two']],
    [`tag_ids=${red.id}&tag_ids=${blue.id}`, ['pump-one', 'pump-two', 'valve-one']],
    [`tag_ids[]=${red.id}&tag_ids[]=${blue.id}&tag_filter_logic=all`, ['pump-one']],
    [`tag_ids[]=${red.id}&tag_ids=${blue.id.toUpperCase()}&tag_filter_logic=all`, ['pump-one']],
    [`tag_ids[0]=${red.id}&tag_ids[1]=${blue.id}&tag_filter_logic=all`, ['pump-one']],
    [`name=&tag_ids[]=&serial_number=&tag_ids[]=${blue.id}`, ['pump-one', 'valve-one']],
    [`tag_ids[]=${UNKNOWN}`, []],
    [`name=one&tag_ids[]=${blue.id}&serial_number=123`, ['pump-one']],
  ]
  for (const [query, expected] of cases) {
    expect([query, await names(query)]).toEqual([query, expected])
    expect([query, await count(query)]).toEqual([query, expected.length])
  }
})

test('tags are listed by name', async () => {
  await aTag(server, space, 'zebra')
  await aTag(server, space, 'aspen')
  const answer = await on('GET', '/tags?limit=1000')
  expect(tagsApi.list.answer.parse(await answer.json()).map(({ name }) => name)).toEqual(['aspen', 'zebra'])
})
