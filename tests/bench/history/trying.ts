import { tryRule } from '../../../server/services/alerts'
import { aDevice, aSpace } from '../../support/builders'
import { A_PERSON } from '../../support/callers'
import type { TestServer } from '../../support/makeServer'
import type { Line } from '../api/lines'
import { fillHistory, PATHS } from './fill'

const DEVICES = 10_000
const DAYS = 30
const MINUTES = 600_000
const GOAL = 5
/** The series that all devices have, by its number; and limits that its values never pass, seldom, and half of the time. */
const NUMBER = 4
const LIMITS = { never: 1000, seldom: 30, often: 23 }

/** Gives other devices the values of the first one. */
const OTHERS = [
  `insert into device (space_id, id, name, serial_number)
   select $1, gen_random_uuid(), 'device-' || i, 'trial-' || i from generate_series(2, ${DEVICES}) i where $2::uuid is not null`,
  'insert into device_contact (space_id, device_id) select space_id, id from device where space_id = $1 and id <> $2',
  `insert into series (space_id, device_id, number, path, is_boolean, first_at, last_at, last_value, count)
   select $1, d.id, s.number, s.path, s.is_boolean, s.first_at, s.last_at, s.last_value, s.count from series s, device d
   where s.space_id = $1 and s.device_id = $2 and s.number = ${NUMBER} and d.space_id = $1 and d.id <> $2`,
  `insert into series_day (space_id, device_id, number, day, points, count, min, max, sum, first, last)
   select $1, d.id, s.number, s.day, s.points, s.count, s.min, s.max, s.sum, s.first, s.last from series_day s, device d
   where s.space_id = $1 and s.device_id = $2 and s.number = ${NUMBER} and d.space_id = $1 and d.id <> $2`,
]

/** A rule that is tried on the values of very many devices, each with one every ten minutes. */
export async function benchTrying(server: TestServer): Promise<Line[]> {
  const { db, deps } = server
  const space = await aSpace(server)
  const { id: spaceId } = space
  const { id: deviceId } = await aDevice(server, space)
  await fillHistory(
    server,
    { spaceId, deviceId },
    { days: DAYS, until: Math.floor(Date.now() / MINUTES) * MINUTES },
  )
  for (const statement of OTHERS) await db.$client.query(statement, [spaceId, deviceId])
  await db.$client.query('vacuum (analyze)')
  const path = PATHS[NUMBER - 1] ?? ''
  const lines: Line[] = []
  for (const [how, limit] of Object.entries(LIMITS)) {
    const condition = { kind: 'above', path, limit, end: null, readings: 1, seconds: 0 } as const
    const began = performance.now()
    const trial = await tryRule(deps, A_PERSON, spaceId, { condition, scope: { kind: 'all' } })
    const seconds = (performance.now() - began) / 1000
    lines.push({
      what: `A rule tried on ${DAYS} days of ${DEVICES} devices, whose values are ${how} beyond`,
      measured: `${seconds.toFixed(1)} s${trial.is_cut ? ', up to the most that is looked for' : ''}`,
      goal: `≤ ${GOAL} s`,
      met: seconds <= GOAL,
    })
  }
  return lines
}
