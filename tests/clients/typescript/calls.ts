// Makes calls with the client that was generated beside it, and prints the result of each: tests/clients/calls.ts.
import { handle, ok } from '@oazapfts/runtime'
import * as spaceport from './spaceport'

const { SPACEPORT_URL = '', SPACEPORT_EMAIL = '', SPACEPORT_PASSWORD = '' } = process.env
spaceport.defaults.baseUrl = SPACEPORT_URL

const say = (call: string, ...facts: (string | number | boolean | null | undefined)[]) =>
  console.log([call, ...facts].join(' '))
const names = (named: { name: string }[]) => named.map(({ name }) => name).join(' ')

await handle(spaceport.authLogin({ email: SPACEPORT_EMAIL, password: 'a wrong password' }), {
  401: (sentence) => say('auth/login', 401, sentence),
})
const { access_token } = await ok(
  spaceport.authLogin({ email: SPACEPORT_EMAIL, password: SPACEPORT_PASSWORD }),
)
spaceport.defaults.headers = { Authorization: `Bearer ${access_token}` }
say('auth/login', 200)

const profile = await ok(spaceport.profileGet())
say('profile/get', 200, profile.email === SPACEPORT_EMAIL)

const space = await ok(spaceport.spacesCreate({ name: 'waterworks' }))
say('spaces/create', 201, space.name)

const tag = await ok(spaceport.tagsCreate(space.id, { name: 'meters', color: '#0b57d0' }))
say('tags/create', 201, tag.name, tag.color)

const proof = { serial_number: '4711000001', token: '0123456789abcdef0123456789abcdef' }
const device = await ok(
  spaceport.devicesCreate(space.id, {
    name: 'well',
    ...proof,
    label: { street: 'Lipová' },
    tags: [{ id: tag.id }],
  }),
)
say('devices/create', 201, device.name, device.label?.street)

await handle(spaceport.devicesCreate(space.id, { name: 'No Name', ...proof }), {
  400: (sentence) => say('devices/create', 400, sentence.split(' ')[0]),
})

const tagged = await ok(spaceport.devicesList(space.id, { tagIds: [tag.id], sortBy: 'name', orderBy: 'asc' }))
say('devices/list', 200, names(tagged))

const changed = await ok(
  spaceport.devicesUpdate(
    space.id,
    device.id,
    { comment: 'at the gate' },
    { ifMatch: `"${device.version}"` },
  ),
)
say('devices/update', 200, changed.comment, changed.version)

await handle(spaceport.devicesUpdate(space.id, device.id, { comment: null }, { ifMatch: '"1"' }), {
  412: ({ version, changes }) => say('devices/update', 412, version, changes[0]?.fields.join(' ')),
})

const uplink = await ok(
  spaceport.messagesUplink({ ...proof, type: 'data', body: { level: 3.5 }, at: '2026-01-02T03:04:05Z' }),
)
say('messages/uplink', 201, uplink.downlinks.length)

const answers = await ok(
  spaceport.messagesUplinks({
    uplinks: [
      { ...proof, type: 'data', body: { level: 3.4 } },
      { ...proof, type: 'data', body: [1, 'two', null] },
      { ...proof, serial_number: '4711000002', type: 'data', body: {} },
    ],
  }),
)
say('messages/uplinks', 201, answers.map((answer) => ('error' in answer ? 'refused' : 'stored')).join(' '))

const newest = await ok(spaceport.messagesList(space.id, { $type: ['data'], limit: 2 }))
say('messages/list', 200, newest.map(({ body }) => body).join(' '))

const older = await ok(spaceport.messagesList(space.id, { $type: ['data'], limit: 2, cursor: newest[1]?.id }))
say('messages/list', 200, older.map(({ body, measured_at }) => `${body} ${measured_at}`).join(' '))

const downlink = await ok(
  spaceport.messagesCreate(space.id, { device_id: device.id, type: 'shell', body: 'info show' }),
)
say('messages/create', 201, downlink.down_state, downlink.body)

const variable = await ok(
  spaceport.variablesCreate(space.id, { name: 'meter key', value: 'A0B1C2D3', device_id: device.id }),
)
say('variables/create', 201, variable.name)

const connector = await ok(
  spaceport.connectorsCreate(space.id, {
    name: 'archive',
    direction: 'up',
    triggers: ['data'],
    tags: [{ id: tag.id }],
    transformation: 'function main(job) { return null }',
    retry_delays: [10, 60],
  }),
)
say('connectors/create', 201, connector.triggers?.join(' '), connector.retry_delays?.join(' '))

const rule = await ok(
  spaceport.alertRulesCreate(space.id, {
    name: 'the well is low',
    condition: { kind: 'below', path: 'level', limit: 1 },
    scope: { kind: 'tags', tag_ids: [tag.id] },
  }),
)
const { condition } = rule
say('alertRules/create', 201, condition.kind, condition.kind === 'below' ? condition.limit : undefined)

const key = await ok(spaceport.keysCreate(space.id, { name: 'reader', permissions: ['space:device:read'] }))
say('keys/create', 201, key.permissions?.join(' '))

spaceport.defaults.headers = { 'X-API-Key': key.id }
const seen = await ok(spaceport.devicesGet(space.id, device.id))
say('devices/get', 200, seen.tags?.[0]?.name)

await handle(spaceport.tagsCreate(space.id, { name: 'pumps', color: '#0b57d0' }), {
  403: () => say('tags/create', 403),
})

await handle(spaceport.devicesGet(space.id, space.id), {
  404: (sentence) => say('devices/get', 404, sentence),
})

spaceport.defaults.headers = { Authorization: `Bearer ${access_token}` }
await ok(spaceport.devicesDelete(space.id, device.id))
say('devices/delete', 204)

const entries = await ok(spaceport.spaceAuditList(space.id, { limit: 1 }))
say('spaceAudit/list', 200, entries[0]?.action)

await ok(spaceport.authLogout())
await handle(spaceport.spacesList(), {
  401: () => say('auth/logout', 204, 'spaces/list', 401),
})
