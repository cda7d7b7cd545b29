// Attacks by reading charts and alerts, alternately as a person and with a key that they created.
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '#contract'
import { alertsApi, MUTES_MAX, RULES_MAX, SCOPE_MAX } from '#contract/alerts'
import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { GUEST_HEADER, GUEST_PATHS_MAX, guestLinksApi } from '#contract/guestLinks'
import { seriesApi } from '#contract/series'
import { deviceInput } from '../../support/builders'
import { uplinkOf } from '../../support/uplink'
import { keptAlive, type Round, rotating } from './attack'
import type { Stage } from './stage'
import { aKey, anotherSpace, elsewhere } from './tenants'

const connections = 60
/** Allowed answers: success, or too many requests. */
const ANSWERED = [200, 429, 503]

/** Waits until the condition holds; after `patience` the round starts anyway. */
async function untilSo(isSo: () => Promise<boolean>, patience: number) {
  for (const end = performance.now() + patience; performance.now() < end; await wait(500))
    if (await isSo()) return
}

/** Readings of a fleet: devices, paths of each, readings of each path, and the minutes between them. */
interface Measured {
  devices: number
  paths: number
  count: number
  every: number
}

/** Most readings of a message; see `READINGS_MAX`. */
const READINGS = 5000

/** Creates a space whose devices have sent histories, as lists of items with their own times. */
async function aHistory({ call, attacker }: Stage, { devices, paths: pathCount, count, every }: Measured) {
  const tenant = await anotherSpace(call, attacker, `flood-history-${pathCount}-${count}`)
  const { token } = tenant
  const paths = Array.from({ length: pathCount }, (_, i) => `value_${i}`)
  const at = `/spaces/${tenant.space.id}`
  const until = Date.now()
  const perMessage = Math.floor(READINGS / paths.length)
  const ids: string[] = []
  for (let n = 0; n < devices; n++) {
    const device = deviceInput()
    const made = await call('POST', `${at}/devices`, { token, body: device })
    ids.push(api.devices.create.answer.parse(made).id)
    for (let from = 0; from < count; from += perMessage) {
      const list = Array.from({ length: Math.min(perMessage, count - from) }, (_, i) => ({
        ts: Math.round((until - (count - from - i) * every * MINUTE) / 1000),
        ...Object.fromEntries(paths.map((path, p) => [path, Math.round(1000 * Math.sin(n + p + i)) / 100])),
      }))
      await call('POST', '/devices/uplink', { body: uplinkOf(device, { body: { list } }) })
    }
  }
  const of = ids.map((id) => `device_id[]=${id}`).join('&')
  const series = paths.map((path) => `path[]=list.${path}`).join('&')
  const after = new Date(until - count * every * MINUTE - DAY).toISOString()
  const range = `after=${after}&before=${new Date(until).toISOString()}`
  const last = `${at}/series/points?device_id=${ids.at(-1)}&path=list.${paths.at(-1)}&${range}&width=1`
  await untilSo(async () => {
    const [found] = seriesApi.points.answer.parse(await call('GET', last, { token }))
    return found !== undefined && found.points.length > 0
  }, 90_000)
  return {
    token,
    key: await aKey(call, tenant),
    path: `/v2${at}/series`,
    of: `${of}&${series}`,
    range,
    space: tenant.space,
    ids,
    paths: paths.map((path) => `list.${path}`),
  }
}

type History = Awaited<ReturnType<typeof aHistory>>

const reading = (
  name: string,
  measured: Measured,
  addressOf: (history: History) => string,
  expected = ANSWERED,
): Round =>
  keptAlive(
    name,
    async (stage) => {
      const { token, key, ...history } = await aHistory(stage, measured)
      const path = addressOf({ token, key, ...history })
      return rotating([
        { path, token },
        { path, key },
      ])
    },
    { connections, expected },
  )

/**
 * Twenty values of each of twenty devices, an hour apart for a month, and of ten devices, a day apart for two years.
 */
const MONTH = { devices: 20, paths: 20, count: 720, every: 60 }
const YEARS = { devices: 10, paths: 20, count: 730, every: 1440 }
/** A value for each second of the last days. */
const DENSE = { devices: 1, paths: 1, count: 200_000, every: 1 / 60 }
const HUNDRED = { devices: 100, paths: 5, count: 24, every: 60 }
const points =
  (width: number) =>
  ({ path, of, range }: History) =>
    `${path}/points?${of}&${range}&width=${width}`

export const charts: readonly Round[] = [
  reading('charts of 400 series and a month, as many pixels as there may be', MONTH, points(100)),
  reading('charts of 400 series, wider than they may be', MONTH, points(4000), [400, 429, 503]),
  reading('charts of 200 series and two years', YEARS, points(200)),
  reading('charts of a value in each second', DENSE, points(4000)),
  reading(
    'exports of values in each second',
    DENSE,
    ({ path, of, range }) => `${path}/points/export?${of}&${range}&limit=10000`,
  ),
  reading('last values of 500 series', HUNDRED, ({ path, of }) => `${path}/latest?${of}`),
]

/** Addresses of the world, and the hours of the history that it sees. */
const WORLD = 200
const SHOWN_HOURS = 300

/** Everybody opens one link at the same time, and then reloads it. */
export const guests: Round = keptAlive(
  `a guest link with eight histories that ${WORLD} addresses open`,
  async (stage) => {
    const measured = { devices: 1, paths: GUEST_PATHS_MAX, count: 20_000, every: (SHOWN_HOURS * 60) / 20_000 }
    const { token, space, ids, paths } = await aHistory(stage, measured)
    const shows = { kind: 'history', device_id: ids[0], paths, hours: SHOWN_HOURS }
    const made = await stage.call('POST', `/spaces/${space.id}/guest-links`, { token, body: { shows } })
    const headers = { [GUEST_HEADER]: guestLinksApi.create.answer.parse(made).token }
    const questions = Array.from({ length: WORLD }, (_, i) => ({
      path: i % 2 === 0 ? '/v2/guest' : '/v2/guest/points?width=960',
      headers,
      ...(elsewhere.from && { from: `127.9.0.${i + 1}` }),
    }))
    return rotating(questions)
  },
  { expected: ANSWERED },
)

const DEVICES = 300

/** Creates a space in which every rule has an open alert of every device, and each device has many mutes. */
async function aMutedPlace({ call, attacker }: Stage) {
  const tenant = await anotherSpace(call, attacker, 'flood-alerts')
  const { token } = tenant
  const at = `/spaces/${tenant.space.id}`
  const post = (path: string, body: object) => call('POST', `${at}${path}`, { token, body })
  const condition = { kind: 'above', path: 'level', limit: 1 }
  for (let i = 0; i < RULES_MAX; i++)
    await post('/alert-rules', { name: `flood ${i}`, condition, scope: { kind: 'all' } })
  const inputs = Array.from({ length: DEVICES }, () => deviceInput())
  const ids: string[] = []
  for (const input of inputs) ids.push(api.devices.create.answer.parse(await post('/devices', input)).id)
  const uplinks = inputs.map((input) => uplinkOf(input, { body: { level: 2 } }))
  await call('POST', '/devices/uplinks', { body: { uplinks } })
  await untilSo(async () => {
    const open = await call('GET', `${at}/alerts?state=open&limit=${RULES_MAX}`, { token })
    const alerts = alertsApi.list.answer.parse(open)
    return alerts.reduce((all, { open_count }) => all + open_count, 0) === RULES_MAX * DEVICES
  }, 120_000)
  const ends_at = new Date(Date.now() + HOUR).toISOString()
  for (let i = 0; i < MUTES_MAX; i++) {
    const device_ids = Array.from({ length: SCOPE_MAX }, (_, place) => ids[(i * 7 + place * 2) % DEVICES])
    await post('/mutes', { name: `flood ${i}`, ends_at, scope: { kind: 'devices', device_ids } })
  }
  return { path: `/v2${at}`, token, key: await aKey(call, tenant) }
}

/** Slow to create, so the rounds share it. */
let place: ReturnType<typeof aMutedPlace> | undefined

const readingAlerts = (path: string) =>
  keptAlive(
    `${path} of ${RULES_MAX} alerts, ${MUTES_MAX} mutes and ${DEVICES} devices`,
    async (stage) => {
      const { path: at, token, key } = await (place ??= aMutedPlace(stage))
      return rotating([
        { path: at + path, token },
        { path: at + path, key },
      ])
    },
    { connections },
  )

export const alertReads: readonly Round[] = [
  readingAlerts('/alerts'),
  readingAlerts('/alerts?limit=1000'),
  readingAlerts('/overview'),
  readingAlerts('/attention'),
  keptAlive(
    'trials of a rule of the fleet',
    ({ fleet }) =>
      () => ({
        method: 'POST',
        path: `/v2/spaces/${fleet.space.id}/alert-rules/try`,
        token: fleet.token,
        body: { condition: { kind: 'above', path: 'temperature', limit: 21 } },
      }),
    { connections },
  ),
  keptAlive(
    'overviews of 20 spaces of one person, with a key for each',
    async ({ call, attacker }) => {
      const spaces = []
      for (let i = 0; i < 20; i++) {
        const tenant = await anotherSpace(call, attacker, `flood-keys-${i}`)
        spaces.push({ path: `/v2/spaces/${tenant.space.id}/overview`, key: await aKey(call, tenant) })
      }
      return rotating(spaces)
    },
    { connections },
  ),
]
