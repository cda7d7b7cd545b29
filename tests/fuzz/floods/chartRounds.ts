import { setTimeout as wait } from 'node:timers/promises'
import { api } from '#contract'
import { DAY, MINUTE } from '#contract/common/durations'
import { seriesApi } from '#contract/series'
import { deviceInput } from '../../support/builders'
import { uplinkOf } from '../../support/uplink'
import type { Question } from './client'
import { crowd } from './crowd'
import { aKey } from './fleet'
import type { Round } from './rounds'
import type { Stage } from './stage'
import { anotherSpace, call } from './tenants'

const CONNECTIONS = 60

/** What a fleet has measured: so many values of each device, with so many minutes between them. */
interface Measured {
  devices: number
  paths: readonly string[]
  count: number
  every: number
}

/** Most readings of a message; see `READINGS_MAX`. */
const READINGS = 5000
/** Milliseconds in which histories must be there; without them the round attacks with what there is. */
const PATIENCE = 90_000

const names = (count: number) => Array.from({ length: count }, (_, i) => `value_${i}`)

/** A space whose devices have sent histories, by lists of items that have times of their own. */
async function aHistory({ url, attacker }: Stage, { devices, paths, count, every }: Measured) {
  const space = await anotherSpace(url, attacker, `flood-history-${paths.length}-${count}`)
  const at = `/spaces/${space.space.id}`
  const until = Date.now()
  const perMessage = Math.floor(READINGS / paths.length)
  const ids: string[] = []
  for (let n = 0; n < devices; n++) {
    const device = deviceInput()
    const made = await call(url, 'POST', `${at}/devices`, { token: space.token, body: device })
    ids.push(api.devices.create.answer.parse(made).id)
    for (let from = 0; from < count; from += perMessage) {
      const body = Array.from({ length: Math.min(perMessage, count - from) }, (_, i) => ({
        ts: Math.round((until - (count - from - i) * every * MINUTE) / 1000),
        ...Object.fromEntries(paths.map((path, p) => [path, Math.round(1000 * Math.sin(n + p + i)) / 100])),
      }))
      await call(url, 'POST', '/devices/uplink', { body: uplinkOf(device, { body: { list: body } }) })
    }
  }
  const of = ids.map((id) => `device_id[]=${id}`).join('&')
  const series = paths.map((path) => `path[]=list.${path}`).join('&')
  const after = new Date(until - count * every * MINUTE - DAY).toISOString()
  const range = `after=${after}&before=${new Date(until).toISOString()}`
  const last = `${at}/series/points?device_id=${ids.at(-1)}&path=list.${paths.at(-1)}&${range}&width=1`
  for (const end = performance.now() + PATIENCE; performance.now() < end; await wait(500)) {
    const [found] = seriesApi.points.answer.parse(await call(url, 'GET', last, { token: space.token }))
    if (found && found.points.length > 0) break
  }
  return { space, path: `/v2${at}/series`, of: `${of}&${series}`, range, key: await aKey(url, space) }
}

type History = Awaited<ReturnType<typeof aHistory>>

/** Many connections of a person and of a key that they made. */
const reading = (
  name: string,
  measured: Measured,
  expected: readonly number[],
  addressOf: (history: History) => string,
): Round => ({
  name: `${CONNECTIONS} connections of one person and a key: ${name}`,
  async begin(stage) {
    const history = await aHistory(stage, measured)
    const path = addressOf(history)
    let asked = 0
    const next = (): Question =>
      asked++ % 2 === 0 ? { path, token: history.space.token } : { path, key: history.key }
    const attack = crowd(stage.url, CONNECTIONS, next)
    return {
      async end() {
        const statuses = await attack.end()
        const wrong = [...statuses.keys()]
          .filter((status) => !expected.includes(status))
          .map((status) => `${statuses.get(status)} answers were ${status}`)
        if (statuses.size === 0) wrong.push('nothing was answered')
        return { wrong, told: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ') }
      },
    }
  },
})

/** An answer, or that it was too much at a time. */
const ANSWERED = [200, 429, 503]
/** Twenty values of each of twenty devices, an hour apart for a month, and of ten devices, a day apart for two years. */
const MONTH = { devices: 20, paths: names(20), count: 720, every: 60 }
const YEARS = { devices: 10, paths: names(20), count: 730, every: 1440 }
/** A value in each second of the last days. */
const DENSE = { devices: 1, paths: names(1), count: 200_000, every: 1 / 60 }
const HUNDRED = { devices: 100, paths: names(5), count: 24, every: 60 }

export const chartRounds: readonly Round[] = [
  reading(
    'charts of 400 series and a month, as many pixels as there may be',
    MONTH,
    ANSWERED,
    ({ path, of, range }) => `${path}/points?${of}&${range}&width=100`,
  ),
  reading(
    'charts of 400 series, wider than they may be',
    MONTH,
    [400, 429, 503],
    ({ path, of, range }) => `${path}/points?${of}&${range}&width=4000`,
  ),
  reading(
    'charts of 200 series and two years',
    YEARS,
    ANSWERED,
    ({ path, of, range }) => `${path}/points?${of}&${range}&width=200`,
  ),
  reading(
    'charts of a value in each second',
    DENSE,
    ANSWERED,
    ({ path, of, range }) => `${path}/points?${of}&${range}&width=4000`,
  ),
  reading(
    'exports of values in each second',
    DENSE,
    ANSWERED,
    ({ path, of, range }) => `${path}/points/export?${of}&${range}&limit=10000`,
  ),
  reading('last values of 500 series', HUNDRED, ANSWERED, ({ path, of }) => `${path}/latest?${of}`),
]
