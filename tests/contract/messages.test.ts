import { describe, expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { CONFIG_SAVE_REFUSED, type Message, messagesApi } from '#contract/messages'
import { outcome } from '../support/answers'
import { aDevice, aMessage, aSpace, aTag, messagesOf } from '../support/builders'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const NOW = new Date('2026-11-21T08:00:00.000Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR)
const STRANGE = '01890000-0000-7000-8000-000000000000'

const { server, space } = await serveSpace({ now: () => NOW })
const tag = await aTag(server, space)
const device = await aDevice(server, space, { tags: [tag] })
const other = await aDevice(server, space)
/** Ids of messages, newest first. */
const ids = {
  shell: await aMessage(server, device, { at: ago(1), type: 'shell', direction: 'down', downState: 'sent' }),
  data: await aMessage(server, device, { at: ago(2), body: '{"a":1}', raw: '0a', codecHash: 'c' }),
  others: await aMessage(server, other, { at: ago(3), type: 'session' }),
  edge: await aMessage(server, device, { at: ago(24), type: 'config', direction: 'down' }),
  old: await aMessage(server, device, { at: ago(25) }),
}

const call = async (method: string, path: string, body?: unknown) =>
  server.call(method, `/spaces/${space.id}/messages${path}`, { token: space.owner.token, body })

const list = async (query = '') => {
  const answer = await call('GET', `?${query}`)
  expect([query, answer.status]).toEqual([query, 200])
  return messagesApi.list.answer.parse(await answer.json())
}

test('a message is answered with its device and all its fields', async () => {
  const message: Message = {
    id: ids.data ?? '',
    device_id: device.id,
    device_name: device.name,
    device_serial_number: device.serial_number,
    created_at: '2026-11-21T06:00:00.000Z',
    type: 'data',
    direction: 'up',
    down_state: null,
    down_attempt: 0,
    down_state_at: null,
    down_scheduled_at: null,
    down_awaits: false,
    down_outcome: null,
    down_confirmed_at: null,
    down_reason: null,
    expires_at: null,
    down_expected_at: null,
    device_confirms: null,
    body: '{"a":1}',
    raw: '0a',
    codec_hash: 'c',
    measured_at: null,
  }
  expect(await (await call('GET', `/${ids.data}`)).json()).toEqual(message)
  expect(await list(`device_id=${device.id}&type=data`)).toEqual([message])
})

describe('a list', () => {
  const AFTER = 'after=2026-11-01'
  test.each<[query: () => string, found: (keyof typeof ids)[]]>([
    [() => '', ['shell', 'data', 'others', 'edge']],
    [() => AFTER, ['shell', 'data', 'others', 'edge', 'old']],
    [() => 'after=2026-11-21T05:00:00Z', ['shell', 'data', 'others']],
    [() => 'after=2026-11-21T05:00:00.001', ['shell', 'data']],
    [() => 'after=2026-11-21T06:00:00.001%2B01:00', ['shell', 'data']],
    [() => 'before=2026-11-21T06:00:00.000Z', ['data', 'others', 'edge']],
    [() => `${AFTER}&before=2026-11-20T07:59:59.999Z`, ['old']],
    [() => `device_id=${device.id}`, ['shell', 'data', 'edge']],
    [() => `tag_id=${tag.id}`, ['shell', 'data', 'edge']],
    [() => `tag_id=${tag.id.toUpperCase()}&type=data&${AFTER}`, ['data', 'old']],
    [() => `tag_id=${tag.id}&device_id=${device.id}&limit=1`, ['shell']],
    [() => `tag_id=${tag.id}&device_id=${other.id}`, []],
    [() => `tag_id=${tag.id}&down_state=sent`, ['shell']],
    [() => 'down_state=sent', ['shell']],
    [() => 'direction=down', ['shell', 'edge']],
    [() => 'direction[]=down&direction[]=up', ['shell', 'data', 'others', 'edge']],
    [() => 'type=shell', ['shell']],
    [() => 'type=shell&type=session', ['shell', 'others']],
    [() => 'type[]=shell&type[]=session', ['shell', 'others']],
    [() => 'type[]=shell&direction=up', []],
    [() => 'limit=2', ['shell', 'data']],
    [() => 'limit=2&offset=1', ['data', 'others']],
    [() => `tag_id=${tag.id}&limit=2&offset=1`, ['data', 'edge']],
    [() => 'offset=9', []],
    [() => `offset=${ids.data}`, ['others', 'edge']],
    [() => `cursor=${ids.data}&limit=1`, ['others']],
    [() => `cursor=${ids.data.toUpperCase()}&${AFTER}`, ['others', 'edge', 'old']],
    [() => `tag_id=${tag.id}&cursor=${ids.others}&${AFTER}`, ['edge', 'old']],
    [() => `device_id=${device.id}&cursor=${ids.old}&${AFTER}`, []],
  ])('%s', async (query, found) => {
    const rows = await list(query())
    expect(rows.map(({ id }) => id)).toEqual(found.map((name) => ids[name]))
  })

  test('has as many messages as their count says', async () => {
    for (const query of ['', AFTER, `tag_id=${tag.id}`, `device_id=${device.id}&type[]=data&direction=up`]) {
      const count = await call('GET', `/count?${query}`)
      expect(await count.json()).toEqual({ count: (await list(query)).length })
    }
  })

  test('is counted only up to the requested limit', async () => {
    for (const query of [AFTER, `tag_id=${tag.id}&${AFTER}`, `device_id=${device.id}&${AFTER}`]) {
      const counted = async (most: number) => (await call('GET', `/count?${query}&at_most=${most}`)).json()
      const count = (await list(query)).length
      expect(await counted(2)).toEqual({ count: 2 })
      expect(await counted(count)).toEqual({ count })
      expect(await counted(count + 1)).toEqual({ count })
    }
    const none = await call('GET', '/count?at_most=0')
    expect([none.status, await none.text()]).toEqual([
      400,
      expect.stringContaining('at_most must be at least 1'),
    ])
  })

  test('has at most a thousand messages, by default twenty', async () => {
    const many = await aDevice(server, space)
    await server.db.$client.query(
      `insert into message (space_id, device_id, created_at, id, type, direction)
        select $1, $2, $3, gen_random_uuid(), 'data', 'up' from generate_series(1, 1001)`,
      [space.id, many.id, ago(0.5)],
    )
    expect(await list(`device_id=${many.id}`)).toHaveLength(20)
    expect(await list(`device_id=${many.id}&limit=5000`)).toHaveLength(1000)
    const count = await call('GET', `/count?device_id=${many.id}`)
    expect(await count.json()).toEqual({ count: 1001 })
    await server.db.$client.query('delete from device where id = $1', [many.id])
  })

  test.each([
    ['after=yesterday', 'after must be an ISO-8601 time like 2026-01-31T08:00:00.000Z'],
    ['after=2026-04-31', 'after must be an ISO-8601 time like 2026-01-31T08:00:00.000Z'],
    ['before=2026-13-01', 'before must be an ISO-8601 time like 2026-01-31T08:00:00.000Z'],
    ['direction=left', 'direction[0] must be one of up, down'],
    [
      'type=text',
      'type[0] must be one of session, data, config, encoder, decoder, shell, firmware, stats, codec',
    ],
    ['device_id=x', 'device_id must be an id'],
    ['limit=0', 'limit must be at least 1'],
    ['cursor=x', 'cursor must be an id'],
    ['cursor=0189cafe-0000-4000-8000-000000000000', 'cursor is not the id of a message'],
    ['offset=0189cafe-0000-4000-8000-000000000000', 'offset is not the id of a message'],
    [`device_id=${STRANGE}`, 'device_id is the id of no device in this space'],
    [`tag_id=${STRANGE}`, 'tag_id is the id of no tag in this space'],
  ])('with %s is refused with a sentence', async (query, sentence) => {
    expect(await outcome(await call('GET', `?${query}`))).toEqual([400, sentence])
  })
})

test('messages of one space are not found through another', async () => {
  const mine = await aSpace(server)
  const myTag = await aTag(server, mine)
  const myDevice = await aDevice(server, mine, { tags: [myTag] })
  const token = mine.owner.token
  const through = async (path: string, method = 'GET', body?: unknown) =>
    outcome(await server.call(method, `/spaces/${mine.id}/messages${path}`, { token, body }))
  expect(await through(`?device_id=${device.id}`)).toEqual([
    400,
    'device_id is the id of no device in this space',
  ])
  expect(await through(`/count?tag_id=${tag.id}`)).toEqual([400, 'tag_id is the id of no tag in this space'])
  expect(await through(`?cursor=${ids.shell}`)).toEqual([200, '[]'])
  for (const path of [`/${ids.data}`, `/${ids.data}/events`])
    expect(await through(path)).toEqual([404, 'not found'])
  expect(await through(`/${ids.shell}`, 'PUT', { down_state: 'cancelled' })).toEqual([404, 'not found'])
  const foreign = { device_id: device.id, type: 'data', body: {} }
  expect(await through('', 'POST', foreign)).toEqual([404, 'not found'])
  expect(await through(`?device_id=${myDevice.id}&tag_id=${myTag.id}`)).toEqual([200, '[]'])
})

test.each([
  STRANGE,
  '0189cafe-0000-4000-8000-000000000000',
  'ffffffff-ffff-7fff-bfff-ffffffffffff',
  'x',
  '%00',
])('there is no message for %s', async (id) => {
  for (const path of [`/${id}`, `/${id}/events`])
    expect(await outcome(await call('GET', path))).toEqual([404, 'not found'])
  expect(await outcome(await call('PUT', `/${id}`, { down_state: 'cancelled' }))).toEqual([404, 'not found'])
})

test('every id contains the time of its message, whoever stored it', async () => {
  await anUplink(server, other)
  await messagesOf(server, other, [{}, {}])
  await call('POST', '', { device_id: other.id, type: 'data', body: {} })
  const rows = await list(`after=${NOW.toISOString()}&device_id=${other.id}`)
  expect(rows).toHaveLength(4)
  for (const { id } of rows) expect((await call('GET', `/${id}`)).status).toBe(200)
})

describe('a downlink', () => {
  test.each<[type: string, body: unknown, stored: string]>([
    ['data', { outputs: [0, 1] }, '{"outputs":[0,1]}'],
    ['data', '{"outputs": [0]}', '{"outputs": [0]}'],
    ['data', null, 'null'],
    ['config', ['app config interval-report 900'], '["app config interval-report 900"]'],
    ['shell', ['info show', 'ž'], '["info show","ž"]'],
    ['shell', '["info show"]', '["info show"]'],
    ['shell', ' info show\r\n\nsystem reboot ', '["info show","system reboot"]'],
  ])('of type %s with %j is scheduled', async (type, body, stored) => {
    const answer = await call('POST', '', { device_id: device.id, type, body })
    expect(answer.status).toBe(201)
    const message = messagesApi.create.answer.parse(await answer.json())
    const expected = { type, body: stored, direction: 'down', down_state: 'pending', down_attempt: 0 }
    expect(message).toMatchObject({ ...expected, device_name: device.name, created_at: NOW.toISOString() })
    expect(await (await call('GET', `/${message.id}`)).json()).toEqual(message)
    expect(await (await call('GET', `/${message.id}/events`)).json()).toMatchObject([
      { type: 'downlink.scheduled', create_at: NOW.toISOString(), body: { user_id: space.owner.id } },
    ])
  })

  const DEEP = '['.repeat(5000) + ']'.repeat(5000)
  test.each<[type: string, body: unknown, sentence: string]>([
    ['data', undefined, 'body is required'],
    ['data', 'no json', 'body is not valid JSON'],
    ['data', '', 'body is not valid JSON'],
    ['data', DEEP, 'body must have at most 100 levels of lists and objects'],
    ['data', '"\\ud800"', 'body contains a NUL character or an unpaired surrogate, which cannot be stored'],
    ['config', ['app config a 1', 'Config  save'], `body ${CONFIG_SAVE_REFUSED}`],
    ['config', '["config save"]', `body ${CONFIG_SAVE_REFUSED}`],
    ['config', '["config\\u0020save"]', `body ${CONFIG_SAVE_REFUSED}`],
    ['shell', '["info show"', 'body is not valid JSON'],
    ['shell', ' \n ', 'body must be a list of commands'],
    ['config', '[app config show', 'body is not valid JSON'],
    ['shell', {}, 'body must be a list of commands'],
    ['shell', [], 'body must be a list of commands'],
    ['shell', [' '], 'body must be a list of commands'],
    ['shell', ['info show', 1], 'body must be a list of commands'],
    ['firmware', {}, 'type must be one of config, data, shell'],
  ])('of type %s with %j is refused with a sentence that names the field', async (type, body, sentence) => {
    expect(await outcome(await call('POST', '', { device_id: device.id, type, body }))).toEqual([
      400,
      sentence,
    ])
  })

  test('needs an existing device that is not read-only', async () => {
    const body = { type: 'data', body: {} }
    expect(await outcome(await call('POST', '', { device_id: STRANGE, ...body }))).toEqual([404, 'not found'])
    const readOnly = await aTag(server, space)
    await server.db.$client.query(`update tag set access_type = 'read' where id = $1`, [readOnly.id])
    const shut = await aDevice(server, space, { tags: [readOnly] })
    const half = await aDevice(server, space, { tags: [readOnly, tag] })
    expect(await outcome(await call('POST', '', { device_id: shut.id, ...body }))).toEqual([
      409,
      'the tags of this device allow no downlinks',
    ])
    expect((await call('POST', '', { device_id: half.id, ...body })).status).toBe(201)
  })
})
