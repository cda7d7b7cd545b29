import type { Condition } from '#contract/alerts'
import { alertRule } from '../../../server/db/schema'
import type { Lifetime } from '../../../server/lifetime'
import { evaluateRound, noteNoPause } from '../../../server/services/alerts/evaluation/round'
import { tryRule } from '../../../server/services/alerts/evaluation/trial'
import { newId } from '../../../server/services/common/ids'
import { timeOf } from '../../harness/figures'
import { type Row, row, valueRow } from '../../harness/rows'
import { aDevice, aSpace } from '../../support/builders'
import { A_PERSON } from '../../support/callers'
import { createDatabase } from '../../support/database'
import { makeServer } from '../../support/makeServer'
import { query } from '../../support/query'
import { fillHistory, PATHS } from './fill'

const DEVICES = 10_000
const DAYS = 30
/** Seconds of a preview, and milliseconds of a rule round; there is one every five seconds. */
const GOALS = { trial: 5, round: 500 }
/** Number of the series that all devices have. */
const NUMBER = 4
const path = PATHS[NUMBER - 1] ?? ''

const above = (limit: number): Condition => ({
  kind: 'above',
  path,
  limit,
  end: null,
  readings: 1,
  seconds: 0,
})
const missing: Condition = { kind: 'missing', path, seconds: 86_400 }
const boots: Condition = { kind: 'boots', times: 3 }
const firmwareFailed: Condition = { kind: 'firmwareFailed' }

/** Limits that values never pass, seldom pass, and pass half of the time; and conditions without a value. */
const TRIALS: Readonly<Record<string, Condition>> = {
  'are never beyond': above(1000),
  'are seldom beyond': above(30),
  'are often beyond': above(23),
  'are missing for a day': missing,
  'are missing for an hour': { ...missing, seconds: 3600 },
  'are of those that boot twice a day': boots,
  'are of those whose firmware failed': firmwareFailed,
}

/** Gives the other devices the values of the first one. */
const OTHERS = [
  `insert into device (space_id, id, name, serial_number)
   select $1, gen_random_uuid(), 'device-' || i, 'trial-' || i from generate_series(2, ${DEVICES}) i where $2::uuid is not null`,
  'insert into device_contact (space_id, device_id) select space_id, id from device where space_id = $1 and id <> $2',
  `insert into series (space_id, device_id, number, path, is_boolean, first_at, last_at, last_value, count)
   select $1, d.id, s.number, s.path, s.is_boolean, s.first_at, s.last_at, s.last_value, s.count from series s, device d
   where s.space_id = $1 and s.device_id = $2 and s.number = ${NUMBER} and d.space_id = $1 and d.id <> $2`,
  `insert into series_day (space_id, device_id, number, day, points, count, min, max, first, last, first_at, last_at)
   select $1, d.id, s.number, s.day, s.points, s.count, s.min, s.max, s.first, s.last, s.first_at, s.last_at
   from series_day s, device d
   where s.space_id = $1 and s.device_id = $2 and s.number = ${NUMBER} and d.space_id = $1 and d.id <> $2`,
  `insert into device_session (space_id, device_id, session_id, up)
   select $1, d.id, extract(epoch from now())::bigint - 43200 * i, '{}' from device d, generate_series(1, 2 * ${DAYS}) i
   where d.space_id = $1 and $2::uuid is not null`,
  `update device_contact set last_seen = now(), session_id = extract(epoch from now())::bigint - 43200
   where space_id = $1 and $2::uuid is not null`,
]

/**
 * Measures the preview of a rule for very many devices, each with a value every ten minutes, in a database without
 * other rules; and a rule round whose limits nothing passes.
 */
export async function tryingRows(lifetime: Lifetime): Promise<Row[]> {
  const databaseUrl = await createDatabase()
  const server = await makeServer({ databaseUrl })
  lifetime.defer(() => server.stop())
  const { db, deps } = server
  const space = await aSpace(server)
  const { id: spaceId } = space
  const { id: deviceId } = await aDevice(server, space)
  await fillHistory(server, spaceId, [deviceId], DAYS)
  // On a connection without the server's limits: on a slow machine this takes longer.
  for (const statement of OTHERS) await query(databaseUrl, statement, [spaceId, deviceId])
  await db.$client.query('vacuum (analyze)')
  const rows: Row[] = []
  for (const [how, condition] of Object.entries(TRIALS)) {
    const began = performance.now()
    const { is_cut } = await tryRule(deps, A_PERSON, spaceId, { condition, scope: { kind: 'all' } })
    const seconds = (performance.now() - began) / 1000
    rows.push(
      valueRow(`A rule tried on ${DAYS} days of ${DEVICES} devices, whose values ${how}`, seconds, {
        unit: 's',
        also: is_cut ? ', up to the most that is looked for' : '',
        atMost: GOALS.trial,
      }),
    )
  }
  const judgedFrom = deps.now()
  const rules = [missing, boots, firmwareFailed].map((condition, i) => ({
    spaceId,
    id: newId(judgedFrom),
    name: `rule ${i}`,
    condition,
    scope: { kind: 'all' } as const,
    notify: { roles: [], user_ids: [], connector_ids: [] },
    judgedFrom,
  }))
  await db.insert(alertRule).values(rules)
  await noteNoPause(db, { now: deps.now, since: new Date(0) })
  const onFailure = (_: unknown, error: unknown) => {
    throw error
  }
  const stopping = new AbortController().signal
  const round = () => timeOf(() => evaluateRound(db.$client, { now: deps.now, stopping, onFailure }))
  await round()
  const took = await round()
  const what = `A round of ${rules.length} rules of missing values, boots and firmware, of ${DEVICES} devices each`
  return [...rows, row(what, `${took.toFixed(0)} ms`, `≤ ${GOALS.round} ms`, took <= GOALS.round)]
}
