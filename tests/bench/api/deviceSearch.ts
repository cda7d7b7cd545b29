import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { findDevices, searchedDevices } from '../../../server/services/devices/search'
import { A_PERSON } from '../../support/callers'
import type { Line } from './lines'

/** What a person types, and which of it is slow: a name that all have, errors, and what is nowhere. */
const TEXTS = ['s', 'site-7', 'chester-77', 'cehsrter', 'thermometer', '1000000123', 'zzzz']
const SAMPLES = 60
const LIMIT = 12
/** Milliseconds of the server's thread for one letter that is typed. */
const GOAL = 15

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN

/** How long one search holds the server's thread, over all devices of the space, once the database has answered. */
export async function benchDeviceSearch(client: Client, spaceId: string): Promise<Line[]> {
  const { rows } = await drizzle(client).execute<{ found: string }>(searchedDevices(A_PERSON, spaceId))
  const found = rows[0]?.found ?? ''
  return TEXTS.map((text) => {
    const times: number[] = []
    for (let sample = 0; sample < SAMPLES; sample++) {
      const began = process.cpuUsage()
      findDevices(found, { text, limit: LIMIT })
      const { user, system } = process.cpuUsage(began)
      times.push((user + system) / 1000)
    }
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
    return {
      what: `Search for “${text}” among ${found.split('\t').length} devices, time of the thread`,
      measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      goal: `p50 < ${GOAL} ms`,
      met: p50 < GOAL,
    }
  })
}
