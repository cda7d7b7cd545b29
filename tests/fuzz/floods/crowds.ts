// Attacks by many requests, from a stranger, a person, or a person and a key that they created.

import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { DAY } from '#contract/common/durations'
import { AWAITING_MAX, CONFIRMS_MAX } from '#contract/messages'
import { newId } from '../../../server/services/common/ids'
import { type Question, requestOf } from '../../harness/http'
import { deviceInput } from '../../support/builders'
import { uplinkOf } from '../../support/uplink'
import { asking, keptAlive, type Round, rotating } from './attack'
import type { Stage } from './stage'
import { aKey, anotherSpace, aRoute, elsewhere } from './tenants'

/** Below the limit of an address. */
const CONNECTIONS = 240
const ASSETS = fileURLToPath(new URL('../../../dist/assets', import.meta.url))

/** Opens a connection without sending anything. */
export async function aConnection(url: string) {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), localAddress: elsewhere.from })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

const at = ({ fleet }: Stage, path: string): Question => ({
  path: `/v2/spaces/${fleet.space.id}${path}`,
  token: fleet.token,
})

/** A person reads a path of the fleet. */
const reading = (name: string, path: string) => keptAlive(name, (stage) => () => at(stage, path))

/** A device of the fleet sends the same message. */
const sending = (name: string, values: (stage: Stage) => object) =>
  keptAlive(name, (stage) => {
    const body = JSON.stringify(uplinkOf(stage.fleet.device, values(stage)))
    return () => ({ method: 'POST', path: '/v2/devices/uplink', body })
  })

/** Connections that send sixteen requests each and read nothing. */
const unread = (name: string, asked: (stage: Stage) => Question): Round => ({
  name: `${CONNECTIONS} connections that read nothing of ${name}`,
  async begin(stage) {
    const { options } = requestOf(stage.url, asked(stage))
    const headers = Object.entries({ ...options.headers, Host: 'localhost', 'Accept-Encoding': 'identity' })
    const head = [`GET ${options.path} HTTP/1.1`, ...headers.map((pair) => pair.join(': '))].join('\r\n')
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => aConnection(stage.url)))
    for (const socket of sockets) socket.pause().write(`${head}\r\n\r\n`.repeat(16))
    return async () => {
      for (const socket of sockets) socket.destroy()
      return { wrong: [] }
    }
  },
})

/** Path of the largest file of the console, or of a page of the server when the console is not built. */
function largestFile(): string {
  try {
    const files = readdirSync(ASSETS).map((name) => ({ name, bytes: statSync(join(ASSETS, name)).size }))
    const [largest] = files.toSorted((a, b) => b.bytes - a.bytes)
    return `/assets/${largest?.name ?? ''}`
  } catch {
    return '/v2/documentation'
  }
}

const HEADERS = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`x-${i}`, 'y'.repeat(155)]))
const FIELDS = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`field-${i}`, 'x'.repeat(40)]))

/** Confirmations of downlinks of the last 30 days that do not exist. */
const someConfirms = () =>
  Array.from({ length: CONFIRMS_MAX }, () => ({
    id: newId(Date.now() - Math.random() * 30 * DAY),
    result: 'done',
  }))
/** Devices that report their configuration in one batch. */
const CONFIGURED = 100

/** A thousand settings as lines, each with this value. */
const settingsOf = (value: number) => Array.from({ length: 1000 }, (_, i) => `app config key-${i} ${value}`)

export const crowds: readonly Round[] = [
  keptAlive('devices by the thousand, with a key', ({ fleet }) => () => ({
    path: `/v2/spaces/${fleet.space.id}/devices?limit=1000`,
    key: fleet.key,
  })),
  reading('counts of messages since 2016', '/messages/count?after=2016-01-01'),
  keptAlive('changes of one device', (stage) => {
    let changes = 0
    return () => ({
      ...at(stage, `/devices/${stage.fleet.deviceId}`),
      method: 'PUT',
      body: { comment: `change ${changes++}` },
    })
  }),
  reading('searches of devices', '/devices/search?text=device'),
  keptAlive(
    'messages of one tag',
    (stage) => () => at(stage, `/messages?tag_id=${stage.fleet.tagId}&limit=100`),
  ),
  sending('uplinks of one device', () => ({})),
  keptAlive('devices of 40 spaces, with a key for each', async ({ call, fleet }) => {
    const spaces = Array.from({ length: 40 }, async (_, i): Promise<Question> => {
      const tenant = await anotherSpace(call, fleet, `flood-crowd-${i}`)
      return { path: `/v2/spaces/${tenant.space.id}/devices`, key: await aKey(call, tenant) }
    })
    return rotating(await Promise.all(spaces))
  }),
  reading('devices by state', '/devices?sort_by=state&limit=40'),
  reading(
    'devices by ten conditions',
    `/devices?limit=40&${Array.from({ length: 10 }, (_, i) => `where=label+l${i}+not+contains+a`).join('&')}`,
  ),
  keptAlive('headers of 15 kB', (stage) => () => ({ ...at(stage, '/tags'), headers: HEADERS })),
  sending('sessions of 100 kB', () => ({ type: 'session', body: { up: FIELDS } })),
  sending('reports of firmware', ({ fleet }) => ({
    type: 'firmware',
    body: { job_id: fleet.deviceId, state: 'downloading' },
  })),
  sending('confirmations of 100 downlinks that do not exist', () => ({ confirms: someConfirms() })),
  keptAlive('batches of 1000 such confirmations', ({ fleet }) => {
    const uplinks = Array.from({ length: 10 }, () => uplinkOf(fleet.device, { confirms: someConfirms() }))
    return () => ({ method: 'POST', path: '/v2/devices/uplinks', body: { uplinks } })
  }),
  keptAlive('uplinks of a device that never confirms its 100 downlinks', async ({ call, fleet }) => {
    const { space, token, device, deviceId } = fleet
    const body = { device_id: deviceId, type: 'config', body: ['app config mode lte'] }
    const order = async () => call('POST', `/spaces/${space.id}/messages`, { token, body })
    const { id } = z.object({ id: z.string() }).parse(await order())
    for (const confirms of [[], [{ id, result: 'done' }]])
      await call('POST', '/devices/uplink', { body: uplinkOf(device, { confirms }) })
    for (let i = 0; i < AWAITING_MAX; i++) await order()
    const uplink = JSON.stringify(uplinkOf(device))
    return () => ({ method: 'POST', path: '/v2/devices/uplink', body: uplink })
  }),
  keptAlive('reports of 1000 settings that change each time', ({ fleet }) => {
    let reports = 0
    return () => ({
      method: 'POST',
      path: '/v2/devices/uplink',
      body: uplinkOf(fleet.device, { type: 'config', body: settingsOf(reports++) }),
    })
  }),
  keptAlive('batches of configurations of many devices', async ({ call, fleet }) => {
    const crowd = await anotherSpace(call, fleet, 'flood-configurations')
    const devices = Array.from({ length: CONFIGURED }, () => deviceInput())
    for (const body of devices)
      await call('POST', `/spaces/${crowd.space.id}/devices`, { token: crowd.token, body })
    let reports = 0
    return () => {
      const body = settingsOf(reports++).slice(0, 100)
      return {
        method: 'POST',
        path: '/v2/devices/uplinks',
        body: { uplinks: devices.map((device) => uplinkOf(device, { type: 'config', body })) },
      }
    }
  }),
  keptAlive('wishes of 1000 settings of one device', (stage) => {
    let wishes = 0
    const names = settingsOf(0).map((line) => line.slice(0, line.lastIndexOf(' ')))
    return () => ({
      ...at(stage, `/devices/${stage.fleet.deviceId}/configuration`),
      method: 'PUT',
      body: { wished: Object.fromEntries(names.map((name) => [name, String(wishes++)])) },
    })
  }),
  reading('pages of the audit log', '/audit?limit=1000'),
  reading('searches for a value that no message has', '/messages/search?text=no.such.value%20%3E%201'),
  reading('searches for a word that no message has', '/messages/search?text=quicksilver'),
  keptAlive(
    'the log of a device',
    (stage) => () => at(stage, `/devices/${stage.fleet.deviceId}/log?limit=1000`),
  ),
  keptAlive('support bundles of one device', (stage) => () => ({
    ...at(stage, `/devices/${stage.fleet.deviceId}/support-bundle`),
    method: 'POST',
  })),
  reading('messages behind 90 000 others', '/messages?offset=90000&limit=100'),
  keptAlive('downlinks of 20 000 entries', (stage) => {
    const entries = Array.from({ length: 20_000 }, (_, i) => i)
    const body = JSON.stringify({ device_id: stage.fleet.deviceId, type: 'data', body: entries })
    return () => ({ ...at(stage, '/messages'), method: 'POST', body })
  }),
  keptAlive('sign-ins from 60 addresses', () => {
    let guesses = 0
    return () => ({
      method: 'POST',
      path: '/v2/auth/login',
      body: { email: `nobody-${guesses}@example.com`, password: 'a guess' },
      ...(elsewhere.from !== undefined && { from: `127.0.0.${2 + (guesses++ % 60)}` }),
    })
  }),
  unread('the largest file of the console', () => ({ path: largestFile() })),
  unread('devices by the thousand', (stage) => at(stage, '/devices?limit=1000')),
]

const uplink = (body: string) =>
  `{"serial_number":"0000000000","token":"${'0'.repeat(32)}","type":"data","body":${body}}`
const DEEP = uplink(`${'['.repeat(500_000)}${']'.repeat(500_000)}`)
const WIDE = uplink(`[${'[],'.repeat(300_000)}0]`)
const MANY = `{"uplinks":[${Array(1000)
  .fill(uplink(`[${'[],'.repeat(300)}0]`))
  .join()}]}`

const brackets = (name: string, path: string, body: string, expected: number[]) =>
  asking(name, { connections: 4, expected, isAlone: true }, () => () => ({ method: 'POST', path, body }))

/** Code of connectors: its requests are refused at once, too many, or slow to create. */
const FORWARDS = "function main() { return { url: 'http://127.0.0.1' } }"
const MANY_HEADERS = `function main() {
  const header = {}
  for (let i = 0; i < 75000; i++) header['x-' + i] = ''
  return { url: 'https://example.com', header }
}`
const BUSY = `function main() {
  const until = Date.now() + 150
  while (Date.now() < until);
  return { url: 'http://127.0.0.1' }
}`
const TIMES = [
  'after=0000-01-01',
  'before=9999-12-31T23:59:59-23:59',
  'after=9999-12-31T23:59:59-23:59&before=0000-01-01',
]

/** Few but expensive requests at a time. */
export const hardQuestions: readonly Round[] = [
  asking(
    'an address of 16 000 dots and a slash, on two connections',
    // Without such a file the answer is a page of the console, if it is built.
    { connections: 2, expected: [200, 404], isAlone: true },
    () => () => ({ path: `/${'.'.repeat(16_000)}/` }),
  ),
  brackets('uplinks of deep brackets with a wrong token', '/v2/devices/uplink', DEEP, [400]),
  brackets('uplinks of 300 000 brackets with a wrong token', '/v2/devices/uplink', WIDE, [400, 401]),
  brackets('batches of brackets with wrong tokens', '/v2/devices/uplinks', MANY, [201, 400]),
  asking(
    'sign-ins with an e-mail address of 1 MB',
    { connections: 2, expected: [400], isAlone: true },
    () => {
      const body = { email: `${'a'.repeat(1_000_000)}@example.com`, password: 'a password' }
      return () => ({ method: 'POST', path: '/v2/auth/login', body })
    },
  ),
  asking(
    'times of the years 0 and 9999 in the queries of deliveries',
    { connections: 1, expected: [200], isAlone: true },
    async ({ call, attacker }) => {
      const { connector } = await aRoute(call, attacker, FORWARDS)
      const path = `/v2/spaces/${attacker.space.id}/connectors/${connector.id}/deliveries`
      return rotating(TIMES.map((times) => ({ path: `${path}?${times}`, token: attacker.token })))
    },
  ),
  asking(
    'functions of a connector that return 75 000 names of headers',
    { connections: 1, expected: [201], isAlone: true },
    async ({ call, attacker }) => {
      const { device } = await aRoute(call, attacker, MANY_HEADERS)
      return () => ({ method: 'POST', path: '/v2/devices/uplink', body: uplinkOf(device) })
    },
  ),
  asking(
    'twelve spaces of one person that flood the queue of deliveries',
    { connections: 1, expected: [201], isAlone: true, pause: 500 },
    async ({ call, attacker }) => {
      const routes = Array.from({ length: 12 }, async (_, i) =>
        aRoute(call, await anotherSpace(call, attacker, `flood-${i}`), BUSY),
      )
      const uplinks = (await Promise.all(routes)).flatMap(({ device }) =>
        Array.from({ length: 40 }, () => uplinkOf(device)),
      )
      return () => ({ method: 'POST', path: '/v2/devices/uplinks', body: { uplinks } })
    },
  ),
]
