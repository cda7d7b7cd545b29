import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { uplinkOf } from '../../support/uplink'
import { aConnection, ELSEWHERE, type Question, requestOf } from './client'
import { crowd, type Statuses } from './crowd'
import { aKey, type Fleet } from './fleet'
import type { Round } from './rounds'
import type { Stage } from './stage'
import { anotherSpace } from './tenants'

const ASSETS = fileURLToPath(new URL('../../../dist/assets', import.meta.url))

/** Connections of a crowd: fewer than an address may have at a time. */
const CONNECTIONS = 240

/** What an honest server may answer somebody who asks for too much: it, or that it is too much, or nothing in time. */
const ANSWERS = new Set([200, 201, 401, 429, 503])

/** What is wrong with the answers of a crowd. */
export const wrongIn = (statuses: Statuses) => [
  ...[...statuses.keys()]
    .filter((status) => !ANSWERS.has(status))
    .map((status) => `${statuses.get(status)} answers were ${status}`),
  ...(statuses.size === 0 ? ['nothing was answered'] : []),
]

/** How many answers had each status. */
export const toldOf = (statuses: Statuses) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')

/** Many whole requests at a time. */
const crowded = (
  name: string,
  prepare: (stage: Stage, fleet: Fleet) => Promise<() => Question> | (() => Question),
): Round => ({
  name: `${CONNECTIONS} connections: ${name}`,
  async begin(stage) {
    const attack = crowd(stage.url, CONNECTIONS, await prepare(stage, stage.fleet))
    return {
      async end() {
        const statuses = await attack.end()
        return { wrong: wrongIn(statuses), told: toldOf(statuses) }
      },
    }
  },
})

const at = ({ space }: Fleet, path: string) => `/v2/spaces/${space.id}${path}`

const reading = (name: string, path: string) =>
  crowded(name, (_, fleet) => () => ({ path: at(fleet, path), token: fleet.token }))

const sending = (name: string, values: (fleet: Fleet) => object) =>
  crowded(name, (_, fleet) => {
    const body = JSON.stringify(uplinkOf(fleet.device, values(fleet)))
    return () => ({ method: 'POST', path: '/v2/devices/uplink', body })
  })

const HEADERS = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`x-${i}`, 'y'.repeat(155)]))
const FIELDS = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`field-${i}`, 'x'.repeat(40)]))

/** Connections that ask sixteen times each and read nothing. */
const unread = (name: string, asked: (fleet: Fleet) => Question): Round => ({
  name: `${CONNECTIONS} connections that read nothing of ${name}`,
  async begin({ url, fleet }) {
    const { options } = requestOf(url, asked(fleet))
    const headers = Object.entries({ ...options.headers, Host: 'localhost', 'Accept-Encoding': 'identity' })
    const head = [`GET ${options.path} HTTP/1.1`, ...headers.map((pair) => pair.join(': '))].join('\r\n')
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, async () => aConnection(url)))
    for (const socket of sockets) socket.pause().write(`${head}\r\n\r\n`.repeat(16))
    return {
      async end() {
        for (const socket of sockets) socket.destroy()
        return { wrong: [] }
      },
    }
  },
})

/** Path of the largest file of the console, or of a page of the server where the console is not built. */
function largestFile(): string {
  try {
    const files = readdirSync(ASSETS).map((name) => ({ name, bytes: statSync(join(ASSETS, name)).size }))
    const [largest] = files.toSorted((a, b) => b.bytes - a.bytes)
    return `/assets/${largest?.name ?? ''}`
  } catch {
    return '/v2/documentation'
  }
}

export const crowdRounds: readonly Round[] = [
  crowded('devices by the thousand, with a key', (_, fleet) => () => ({
    path: at(fleet, '/devices?limit=1000'),
    key: fleet.key,
  })),
  reading('counts of messages since 2016', '/messages/count?after=2016-01-01'),
  crowded('changes of one device', (_, fleet) => {
    let changes = 0
    return () => ({
      method: 'PUT',
      path: at(fleet, `/devices/${fleet.deviceId}`),
      token: fleet.token,
      body: { comment: `change ${changes++}` },
    })
  }),
  reading('searches of devices', '/devices/search?text=device'),
  crowded('messages of one tag', (_, fleet) => () => ({
    path: at(fleet, `/messages?tag_id=${fleet.tagId}&limit=100`),
    token: fleet.token,
  })),
  sending('uplinks of one device', () => ({})),
  crowded('devices of 40 spaces, with a key for each', async ({ url }, fleet) => {
    const spaces = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const tenant = await anotherSpace(url, fleet, `flood-crowd-${i}`)
        return { path: `/v2/spaces/${tenant.space.id}/devices`, key: await aKey(url, tenant) }
      }),
    )
    let asked = 0
    return () => spaces[asked++ % spaces.length] ?? { path: '/' }
  }),
  reading('devices by state', '/devices?sort_by=state&limit=40'),
  crowded('headers of 15 kB', (_, fleet) => () => ({
    path: at(fleet, '/tags'),
    token: fleet.token,
    headers: HEADERS,
  })),
  sending('sessions of 100 kB', () => ({ type: 'session', body: { up: FIELDS } })),
  sending('reports of firmware', ({ deviceId }) => ({
    type: 'firmware',
    body: { job_id: deviceId, state: 'downloading' },
  })),
  reading('pages of the audit log', '/audit?limit=1000'),
  reading('messages behind 90 000 others', '/messages?offset=90000&limit=100'),
  crowded('downlinks of 20 000 entries', (_, fleet) => {
    const body = JSON.stringify({
      device_id: fleet.deviceId,
      type: 'data',
      body: Array.from({ length: 20_000 }, (_, i) => i),
    })
    return () => ({ method: 'POST', path: at(fleet, '/messages'), token: fleet.token, body })
  }),
  crowded('sign-ins from 60 addresses', () => {
    let guesses = 0
    return () => ({
      method: 'POST',
      path: '/v2/auth/login',
      body: { email: `nobody-${guesses}@example.com`, password: 'a guess' },
      ...(ELSEWHERE !== undefined && { from: `127.0.0.${2 + (guesses++ % 60)}` }),
    })
  }),
  unread('the largest file of the console', () => ({ path: largestFile() })),
  unread('devices by the thousand', (fleet) => ({
    path: at(fleet, '/devices?limit=1000'),
    token: fleet.token,
  })),
]
