import type { Client } from 'pg'
import { openDatabase } from '../../../server/db/database'
import { insertSpace } from '../../../server/services/accounts/users'
import { searchDevices } from '../../../server/services/devices/search'
import { A_PERSON } from '../../support/callers'
import { fillSpace, settle } from './fill'
import type { Line } from './lines'
import type { Setup } from './setup'

const DEVICES = 100_000
/** What a person types: a name that all have, errors, a word whose half all have, a number, and what is nowhere. */
const TEXTS = [
  's',
  'site-7',
  'chester-77',
  'cehster-777',
  'sites',
  'chestnut',
  'thermometer',
  '1000000123',
  'zzzz',
]
const SAMPLES = 21
const LIMIT = 12
/** Milliseconds for one letter that is typed: of the server's thread, which answers everybody, and in all. */
const GOAL = { thread: 5, whole: 500 }

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** How long one search among many devices takes, and how long it blocks the server's thread. */
export async function benchDeviceSearch({ databaseUrl }: Setup, client: Client): Promise<Line[]> {
  const db = openDatabase(databaseUrl, () => undefined)
  try {
    const { rows } = await client.query<{ id: string }>('select id from app_user limit 1')
    const spaceId = await insertSpace(db, { name: 'large', type: 'team', ownerId: rows[0]?.id ?? '' })
    await fillSpace(client, spaceId, { devices: DEVICES, variables: 0, messages: 0 })
    await settle(client)
    const lines: Line[] = []
    for (const text of TEXTS) {
      const times: Record<'thread' | 'whole', number[]> = { thread: [], whole: [] }
      for (let sample = 0; sample < SAMPLES; sample++) {
        const [began, used] = [performance.now(), process.cpuUsage()]
        await searchDevices(db, A_PERSON, spaceId, { text, limit: LIMIT })
        const { user, system } = process.cpuUsage(used)
        times.whole.push(performance.now() - began)
        times.thread.push((user + system) / 1000)
      }
      const [thread, whole] = [median(times.thread), median(times.whole)]
      lines.push({
        what: `Search for “${text}” among ${DEVICES} devices`,
        measured: `p50 ${whole.toFixed(1)} ms, of the thread ${thread.toFixed(1)} ms`,
        goal: `≤ ${GOAL.whole} ms, of the thread ≤ ${GOAL.thread} ms`,
        met: whole <= GOAL.whole && thread <= GOAL.thread,
      })
    }
    return lines
  } finally {
    await db.$client.end()
  }
}
