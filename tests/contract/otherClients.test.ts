import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract'
import { UNKNOWN_FIELDS_HEADER, UNKNOWN_PARAMETERS_HEADER } from '#contract/common'
import { DEFAULT_RETRY_DELAYS } from '#contract/connectors'
import { messagesApi } from '#contract/messages'
import { KEY_PERMISSIONS, type KeyPermission } from '#contract/permissions'
import { spacesApi } from '#contract/spaces'
import { tagsApi } from '#contract/tags'
import { newId } from '../../server/services/common/ids'
import { deviceOf, idsOf, outcome } from '../support/answers'
import {
  aClaimToken,
  aConnector,
  aDevice,
  aKey,
  aMessage,
  aSerialNumber,
  aSpace,
  aUser,
} from '../support/builders'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const { id: key } = await aKey(server, space, { permissions: [...KEY_PERMISSIONS] })

/** Calls with a key like a client of another server: the body is the text of its serializer. */
const send = async (method: string, path: string, text?: string) =>
  server.request(`/v2${path}`, {
    method,
    headers: {
      'X-API-KEY': key,
      Accept: 'application/json',
      ...(text !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
    },
    body: text,
  })

const inSpace = async (method: string, path: string, body?: unknown) =>
  send(method, `/spaces/${space.id}${path}`, body === undefined ? undefined : JSON.stringify(body))

describe('answers to other clients', () => {
  test('have 0 attempts for an uplink, because some clients cannot read null', async () => {
    const device = await aDevice(server, space)
    const { id } = await anUplink(server, device)
    const read = await (await inSpace('GET', `/messages/${id}`)).json()
    expect(read).toMatchObject({ down_attempt: 0, down_state: null })
    const listed = await (await inSpace('GET', `/messages?device_id=${device.id}`)).json()
    expect(listed).toEqual([read])
  })

  test('have the space of a device everywhere', async () => {
    const answer = await inSpace('POST', '/devices', {
      name: 'test-device',
      space_id: space.id,
      serial_number: aSerialNumber(),
      token: aClaimToken(),
    })
    const created = await deviceOf(answer)
    expect(created.space_id).toBe(space.id)
    expect((await deviceOf(await inSpace('GET', `/devices/${created.id}`))).space_id).toBe(space.id)
    const listed = await (await inSpace('GET', '/devices?limit=1000')).json()
    expect(listed).toContainEqual(expect.objectContaining({ id: created.id, space_id: space.id }))
  })
})

describe('a key', () => {
  test.each(['X-API-KEY', 'X-Api-Key', 'x-api-key'])('is read from the header %s', async (header) => {
    const answer = await server.request('/v2/spaces?limit=100', { headers: { [header]: key } })
    expect(await answer.json()).toMatchObject([{ id: space.id, name: space.name }])
  })

  test('can be in upper case, and beside an empty Authorization header', async () => {
    const headers = { 'X-API-Key': key.toUpperCase(), Authorization: '' }
    expect((await server.request('/v2/spaces', { headers })).status).toBe(200)
  })

  test('can be sent in the Authorization header as well', async () => {
    const statusOf = async (Authorization: string) =>
      (await server.request('/v2/spaces', { headers: { Authorization } })).status
    expect(await Promise.all([`ApiKey ${key}`, 'ApiKey', `Basic ${key}`].map(statusOf))).toEqual([
      200, 401, 401,
    ])
  })

  test.each<[call: string, permission: KeyPermission, body?: unknown]>([
    ['GET /devices?limit=500', 'space:device:read'],
    ['GET /devices/{device}', 'space:device:read'],
    ['GET /devices/{device}/firmware?limit=100', 'space:device:read'],
    [
      'POST /devices/{device}/firmware',
      'space:device:firmware:create',
      { firmware: 'af637aa1', target: 'app' },
    ],
    ['GET /messages?device_id={device}&type%5B%5D=data&limit=1', 'space:message:read'],
    ['GET /messages/count', 'space:message:read'],
    ['GET /tags?limit=100', 'space:tag:read'],
    ['POST /tags', 'space:tag:create', { id: null, name: 'test-tag', color: '#0000FF' }],
    ['GET /connectors?limit=100', 'space:connector:read'],
    ['POST /messages', 'space:device:downlink:create', { device_id: '{device}', body: {}, type: 'data' }],
    ['POST /devices/{device}/configs', 'space:device:config:create', ['app config show']],
    ['POST /devices/{device}/commands', 'space:device:shell:create', ['info show']],
    ['POST /devices/{device}/downlinks', 'space:device:downlink:create', { relay: true }],
  ])('with one permission can make the call %s', async (call, permission, body) => {
    const device = await aDevice(server, space)
    const { id: own } = await aKey(server, space, { permissions: [permission] })
    const of = (text: string) => text.replaceAll('{device}', device.id)
    const [method = '', path = ''] = of(call).split(' ')
    const answer = await server.request(`/v2/spaces/${space.id}${path}`, {
      method,
      headers: { 'X-API-KEY': own, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : of(JSON.stringify(body)),
    })
    expect([answer.status, answer.ok || (await answer.text())]).toEqual([method === 'GET' ? 200 : 201, true])
  })

  test('that is unknown or deleted is refused with a sentence of its own, by every kind of call', async () => {
    const deleted = await aKey(server, space, { permissions: [...KEY_PERMISSIONS] })
    await server.call('DELETE', `/spaces/${space.id}/keys/${deleted.id}`, { token: space.owner.token })
    for (const bad of [deleted.id, '00000000-0000-4000-8000-000000000000', 'nonsense', ''])
      for (const path of ['/spaces', `/spaces/${space.id}/devices`, '/profile'])
        expect([bad, path, await outcome(await server.call('GET', path, { key: bad }))]).toEqual([
          bad,
          path,
          [401, 'forbidden: bad API key'],
        ])
  })

  test('gets a refusal for calls that are only for people', async () => {
    expect(await outcome(await send('POST', '/spaces/', '{"name":"test-space"}'))).toEqual([
      403,
      'forbidden: keys cannot make this call',
    ])
  })
})

describe('a client from before spaces were part of paths', () => {
  const older = async (method: string, path: string, Authorization: string, body?: unknown) =>
    server.request(`/v2${path}`, {
      method,
      headers: { Authorization, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })

  test('sends a downlink with its key, without a space', async () => {
    const device = await aDevice(server, space)
    for (const [type, body] of [
      ['data', { output_1_state: 0 }],
      ['config', ['app config interval-report 600']],
    ]) {
      const answer = await older('POST', '/messages', `ApiKey ${key}`, { body, device_id: device.id, type })
      expect(answer.status).toBe(201)
      expect(messagesApi.create.answer.parse(await answer.json())).toMatchObject({
        device_id: device.id,
        type,
        direction: 'down',
      })
    }
  })

  test('selects the space of its key, and continues with the token that it gets', async () => {
    const answer = await older('POST', '/auth/space', `ApiKey ${key}`, { space_id: space.id })
    expect(await answer.json()).toEqual({ access_token: key })
    const created = await older('POST', '/devices', `Bearer ${key}`, {
      name: 'dev-001',
      serial_number: aSerialNumber(),
      token: aClaimToken(),
    })
    const device = await deviceOf(created)
    expect(device.space_id).toBe(space.id)
    const listed = await older('GET', '/devices?limit=1000', `Bearer ${key}`)
    expect(await listed.json()).toContainEqual(expect.objectContaining({ id: device.id }))
  })

  test('cannot select another space with its key, and needs the space as a person', async () => {
    const other = await aSpace(server)
    expect(
      await outcome(await older('POST', '/auth/space', `ApiKey ${key}`, { space_id: other.id })),
    ).toEqual([404, 'not found'])
    const device = await aDevice(server, other)
    const sent = { body: {}, device_id: device.id, type: 'data' }
    expect((await older('POST', '/messages', `ApiKey ${key}`, sent)).status).toBe(404)
    for (const path of ['/devices', '/messages', '/auth/space'])
      expect(await outcome(await older('POST', path, `Bearer ${space.owner.token}`, sent))).toEqual([
        403,
        'forbidden: only keys make this call, people name the space',
      ])
    expect(
      await outcome(await older('GET', '/devices', 'Bearer 00000000-0000-4000-8000-000000000000')),
    ).toEqual([401, 'forbidden: bad API key'])
  })
})

describe('an unknown parameter', () => {
  const namedBy = async (path: string) => {
    const answer = await send('GET', path)
    return [answer.status, answer.headers.get(UNKNOWN_PARAMETERS_HEADER)]
  }
  const list = `/spaces/${space.id}/devices`

  test('is named, and is no error', async () => {
    expect(await namedBy(`${list}?limit=1&pagesize=1&filter[]=a&filter[]=b`)).toEqual([
      200,
      'pagesize, filter[]',
    ])
    expect(await namedBy(`${list}?limit=1&tag_ids[]=${space.id}`)).toEqual([200, null])
    expect(await namedBy(`/spaces/${space.id}?expand=owner`)).toEqual([200, 'expand'])
    expect(await namedBy(`${list}?limit=0&page=2`)).toEqual([400, 'page'])
  })

  test('is named in a limited list, with characters that a header can contain', async () => {
    expect(await namedBy(`${list}?%0d%0aSet-Cookie:a%20b=1&%C5%BE=2&a%2Cb=3&${'x'.repeat(500)}=4`)).toEqual([
      200,
      `??Set-Cookie:a?b, ?, a?b, ${'x'.repeat(60)}`,
    ])
    const many = Array.from({ length: 200 }, (_, index) => `p${index}=1`).join('&')
    const [, names] = await namedBy(`${list}?${many}`)
    expect(String(names).split(', ')).toHaveLength(20)
  })

  test('is also named to pages of other origins', async () => {
    const answer = await server.request(`/v2${list}?page=2`, {
      headers: { Origin: 'https://client.example' },
    })
    for (const header of [UNKNOWN_PARAMETERS_HEADER, UNKNOWN_FIELDS_HEADER])
      expect(answer.headers.get('Access-Control-Expose-Headers')).toContain(header)
  })

  test('is no error when it is one that a react-admin client sends with every list', async () => {
    const query = new URLSearchParams({ sort: '["id","ASC"]', range: '[0,9]', filter: '{}' })
    expect(await namedBy(`${list}?${query}`)).toEqual([200, 'sort, range, filter'])
  })

  test.each([
    ['/devices?serialnumber=1', 'serialnumber'],
    ['/devices?serialNumber[]=1', 'serialNumber[]'],
    ['/devices/count?tag_id=1', 'tag_id'],
    ['/messages?deviceId=1', 'deviceId'],
    ['/messages/count?tag_ids[]=1', 'tag_ids[]'],
    ['/tags?name=a', 'name'],
    ['/connectors?q=a', 'q'],
  ])('that looks like a filter of a list is refused: %s', async (path, name) => {
    const [status, sentence] = await outcome(await send('GET', `/spaces/${space.id}${path}`))
    expect(status).toBe(400)
    expect(String(sentence)).toContain(`${name} is no filter of this call; it `)
    expect(await namedBy(`/spaces/${space.id}${path.replace(/=.*/, '=')}`)).toEqual([200, name])
  })

  test('is refused by calls that change many records, in the query and in the body', async () => {
    const connector = await aConnector(server, space)
    const retry = `/connectors/${connector.id}/deliveries/retry`
    expect(await outcome(await inSpace('POST', `${retry}?before=2026-01-01T00:00:00Z`, {}))).toEqual([
      400,
      'before is no filter of this call; it takes after, before, replay_id, device_id in its body',
    ])
    expect(await outcome(await inSpace('POST', retry, { befor: '2026-01-01T00:00:00Z' }))).toEqual([
      400,
      'the body must not have the field befor',
    ])
    expect((await inSpace('POST', retry, {})).status).toBe(200)
  })
})

describe('an unknown field', () => {
  const namedBy = async (body: unknown) => {
    const answer = await inSpace('POST', '/tags', body)
    return [answer.status, answer.headers.get(UNKNOWN_FIELDS_HEADER)]
  }
  const aTagName = () => `test-${newId()}`

  test('is named, and is no error', async () => {
    const color = '#0000FF'
    expect(await namedBy({ name: aTagName(), color, acess_type: 'read', 'a,\r\nb': 1 })).toEqual([
      201,
      'acess_type, a???b',
    ])
    expect(await namedBy({ name: aTagName(), colour: '#0000FF' })).toEqual([400, 'colour'])
    expect(await namedBy({ name: aTagName(), color })).toEqual([201, null])
  })

  test('is not named when the answer has it, so that a whole record can be sent back', async () => {
    const created = await inSpace('POST', '/tags', { name: aTagName(), color: '#0000FF' })
    const tag = tagsApi.create.answer.parse(await created.json())
    const answer = await inSpace('PUT', `/tags/${tag.id}`, tag)
    expect([answer.status, answer.headers.get(UNKNOWN_FIELDS_HEADER)]).toEqual([200, null])
  })

  test('is named in a limited list', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, 1]))
    const [, names] = await namedBy(many)
    expect(String(names).split(', ')).toHaveLength(20)
  })
})

describe('a slash at the end of a path', () => {
  test('changes nothing, and does not redirect', async () => {
    const user = await aUser(server)
    const as = async (method: string, path: string, body?: unknown) =>
      server.call(method, path, { token: user.token, body })
    const created = await as('POST', '/spaces/', { name: 'test-space' })
    expect(created.status).toBe(201)
    const own = spacesApi.create.answer.parse(await created.json())
    expect((await as('GET', `/spaces/${own.id}/`)).status).toBe(200)
    expect((await as('GET', `/spaces/${own.id}/devices/?limit=1`)).status).toBe(200)
    expect((await as('PUT', `/spaces/${own.id}/`, { name: 'renamed' })).status).toBe(200)
    const refused = await as('DELETE', '/spaces/')
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  test('is also accepted by the documentation', async () => {
    const plain = await (await server.request('/v2/documentation')).text()
    for (const path of [
      '/v2/documentation/',
      '/v2/documentation/index.html',
      '/v2/documentation/index.html/',
    ]) {
      const answer = await server.request(path)
      expect([path, answer.status, (await answer.text()) === plain]).toEqual([path, 200, true])
      const page = await server.request(path, { headers: { Accept: 'text/html' } })
      expect(page.headers.get('Content-Type')).toContain('text/html')
    }
  })

  test.each(['/v2/', '/v2/nothing/', '/v2/spaces//', '/v2//spaces'])(
    'does not make %s a call',
    async (path) => {
      expect(await outcome(await server.request(path))).toEqual([404, 'not found'])
    },
  )
})

describe('the list of spaces', () => {
  test('continues at an offset or after a cursor', async () => {
    const owner = await aUser(server)
    for (let i = 0; i < 3; i++) await aSpace(server, owner)
    const list = async (query: string) => server.call('GET', `/spaces?${query}`, { token: owner.token })
    const all = await idsOf(await list('limit=100'))
    expect(all).toHaveLength(4)
    expect(await idsOf(await list('limit=2&offset=1'))).toEqual(all.slice(1, 3))
    expect(await idsOf(await list('limit=2&offset=4'))).toEqual([])
    for (const name of ['offset', 'cursor']) {
      expect(await idsOf(await list(`limit=2&${name}=${all[0]}`))).toEqual(all.slice(1, 3))
      expect(await idsOf(await list(`${name}=${all[3]}`))).toEqual([])
      expect(await outcome(await list(`${name}=${space.id}`))).toEqual([
        400,
        `${name} is not the id of a space in this list`,
      ])
    }
  })

  test('of a key has only its space', async () => {
    expect(await idsOf(await send('GET', '/spaces?limit=100'))).toEqual([space.id])
    for (const offset of [1, space.id])
      expect(await idsOf(await send('GET', `/spaces?limit=100&offset=${offset}`))).toEqual([])
  })
})

test('the type codec finds encoder and decoder messages, and the type stats finds none', async () => {
  const device = await aDevice(server, space)
  const types = ['encoder', 'decoder', 'data'] as const
  const [encoder, decoder, data] = await Promise.all(types.map((type) => aMessage(server, device, { type })))
  const path = (call: string, query: string) => `/messages${call}?device_id=${device.id}&${query}`
  const found = async (query: string) => {
    const ids = await idsOf(await inSpace('GET', path('', query)))
    expect(await (await inSpace('GET', path('/count', query))).json()).toEqual({ count: ids.length })
    return ids.toSorted()
  }
  const sorted = (...ids: (string | undefined)[]) => ids.map(String).toSorted()
  expect(await found('type%5B%5D=codec')).toEqual(sorted(encoder, decoder))
  expect(await found('type%5B%5D=data&type%5B%5D=codec')).toEqual(sorted(encoder, decoder, data))
  expect(await found('type%5B%5D=stats&type%5B%5D=data')).toEqual([data])
  expect(await found('type%5B%5D=stats')).toEqual([])
  const [status, sentence] = await outcome(await inSpace('GET', path('', 'type%5B%5D=telemetry')))
  expect([status, sentence]).toEqual([400, expect.stringContaining('type[0] must be one of session, data')])
})

describe('the other field names of a downlink', () => {
  test.each([
    ['configs', ['app config interval-report 1800'], 'config', '["app config interval-report 1800"]'],
    ['configs', { 'interval-report': 1800 }, 'config', '{"interval-report":1800}'],
    ['commands', ['info show', 'app config show'], 'shell', '["info show","app config show"]'],
    ['commands', 'info show\napp config show', 'shell', '["info show","app config show"]'],
    ['configs', ' app config mode lte\r\n\nconfig show ', 'config', '["app config mode lte","config show"]'],
    ['downlinks', { relay: true, setpoint: 21.5 }, 'data', '{"relay":true,"setpoint":21.5}'],
  ])('%s with %j create a usual message', async (name, body, type, stored) => {
    const device = await aDevice(server, space)
    const answer = await inSpace('POST', `/devices/${device.id}/${name}`, body)
    expect(answer.status).toBe(201)
    const message = messagesApi.create.answer.parse(await answer.json())
    expect(message).toMatchObject({ device_id: device.id, type, body: stored, down_state: 'pending' })
    const { downlinks } = await anUplink(server, device)
    expect(downlinks).toMatchObject([{ id: message.id, type, body: JSON.parse(stored) }])
  })

  test.each([
    [
      'configs',
      ['config save'],
      `body You can't send 'config save' command in the message. Please remove it.`,
    ],
    [
      'configs',
      '{"a":"config save","a":1}',
      `body You can't send 'config save' command in the message. Please remove it.`,
    ],
    ['configs', [], 'the body must not be empty'],
    [
      'configs',
      'app config show\nconfig  save',
      `body You can't send 'config save' command in the message. Please remove it.`,
    ],
    ['configs', ' \n', 'body must be a list of commands'],
    ['commands', {}, 'body must be a list of commands'],
    ['commands', [], 'the body must not be empty'],
    ['downlinks', 'relay on', 'body is not valid JSON'],
  ])('%s with %j are refused with a sentence', async (name, body, sentence) => {
    const device = await aDevice(server, space)
    expect(await outcome(await inSpace('POST', `/devices/${device.id}/${name}`, body))).toEqual([
      400,
      sentence,
    ])
  })

  test('accept no device of another space', async () => {
    const device = await aDevice(server, await aSpace(server))
    for (const name of ['configs', 'commands', 'downlinks']) {
      const answer = await inSpace('POST', `/devices/${device.id}/${name}`, ['info show'])
      expect([name, answer.status]).toEqual([name, 404])
    }
  })
})

describe('an empty field', () => {
  const creating = endpoints.flatMap(({ method, path, status, audit, body }) =>
    method === 'post' && (status === 201 || audit === 'account.register') && body instanceof z.ZodObject
      ? Object.entries<z.ZodType>(body.shape).map(([name, rule]) => [`${path} ${name}`, rule] as const)
      : [],
  )
  const optional = creating.filter(([, rule]) => rule.safeParse(undefined).success)
  const refusing = (value: unknown) =>
    optional.filter(([, rule]) => !rule.safeParse(value).success).map(([name]) => name)

  test('can be null when creating', () => {
    expect(optional.length).toBeGreaterThan(20)
    expect(refusing(null)).toEqual([])
  })

  test('can be an empty text where a text is expected', () => {
    const refused = refusing('')
    const others = new Set([
      'tags',
      'permissions',
      'label',
      'triggers',
      'retry_delays',
      'max_rate',
      'max_parallel',
      'batch_size',
      'batch_seconds',
      'batch_results',
      'enabled',
      'scope',
      'filter',
      'order',
      'columns',
      'shared',
      'condition',
      'notify',
      'rule_ids',
      'repeats',
      'urgent',
      'for_connectors',
      'secret',
      'message',
      'confirms',
      'stages',
      'hours',
      'at_once',
      'escalation',
      'entries',
      'every_rule',
      'watch',
      'alert',
      'includes_silent',
      'start',
    ])
    expect(refused.filter((name) => !others.has(name.split(' ')[1] ?? ''))).toEqual([])
  })

  test.each([
    ['tags', { access_type: '' }, { access_type: 'write' }],
    ['tags', { id: '', access_type: null }, { access_type: 'write' }],
    ['keys', { id: '', permissions: null }, { permissions: [], tags: [] }],
    ['variables', { value: 'A1', environment: 'wmbus', device_id: '' }, { device_id: null }],
    [
      'connectors',
      { type: '', state: '', retry_delays: null, enabled: null, triggers: null, tags: [{ id: '' }] },
      { type: 'webhook', state: 'enabled', triggers: [], tags: [], retry_delays: DEFAULT_RETRY_DELAYS },
    ],
    ['devices', { tags: [{ id: '', name: null }] }, { tags: [] }],
  ])('counts as missing when one of the %s is created with %j', async (resource, given, wanted) => {
    const required = {
      name: `test-${newId()}`,
      color: '#0000FF',
      direction: 'up',
      transformation: 'function main() {}',
      serial_number: aSerialNumber(),
      token: aClaimToken(),
    }
    const answer = await server.call('POST', `/spaces/${space.id}/${resource}`, {
      token: space.owner.token,
      body: { ...required, ...given },
    })
    expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining(wanted)])
  })

  test('in a tag of a key is refused, so that the key does not lose its limit', async () => {
    const answer = await server.call('POST', `/spaces/${space.id}/keys`, {
      token: space.owner.token,
      body: { name: `test-${newId()}`, tags: [{ id: '' }] },
    })
    expect(await outcome(answer)).toEqual([400, 'tags[0].id must be an id'])
  })
})
