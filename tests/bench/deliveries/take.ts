import type { Pool } from 'pg'
import { type DeliveryKey, takeDeliveries } from '../../../server/services/deliveries/take'
import { lowerQuartile, median, quantile } from '../../harness/figures'
import { type Row, row } from '../../harness/rows'
import { endAll, fill, fillDue, fillResumed, LONG, SIZE } from './fill'

const GOAL = 20
/** The first round writes to about a hundred spaces, each by itself. */
const FIRST_GOAL = 100
const SAMPLES = 101
const WARM_UP = 8
const ROOM = { perConnector: 4, perPerson: 64 }
/** Deliveries that a copy can send at once: all slots are free in the first round, and a few when others are in use. */
const HANDS = 256
const FREE = 16

/** Marks what was taken as delivered, and adds as many due deliveries. */
const FINISH = `
  with over as (
    update delivery d set state = 'delivered', due_at = null, is_taken = false, attempts = 1
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as taken (space_id, connector_id, id)
    where d.space_id = taken.space_id and d.connector_id = taken.connector_id and d.id = taken.id
    returning d.space_id, d.connector_id, d.device_id
  )
  insert into delivery (space_id, connector_id, id, message_created_at, message_id, device_id, created_at, due_at)
  select space_id, connector_id, uuidv7(), now(), uuidv7(), device_id, now(), now() from over`

const finish = (pool: Pool, keys: readonly DeliveryKey[]) =>
  pool.query(FINISH, [
    keys.map((key) => key.spaceId),
    keys.map((key) => key.connectorId),
    keys.map((key) => key.id),
  ])

/** Times rounds of taking with some slots free, while the others are in use. */
async function measure(pool: Pool, free: number): Promise<number[]> {
  const times: number[] = []
  const running: DeliveryKey[] = []
  for (let i = 0; i < WARM_UP + SAMPLES; i++) {
    await finish(pool, running.splice(0, Math.max(0, running.length - (HANDS - free))))
    const began = performance.now()
    await takeDeliveries(pool, { ...ROOM, free }, 600, (key) => void running.push(key))
    if (i >= WARM_UP) times.push(performance.now() - began)
  }
  await finish(pool, running)
  return times
}

const takeRow = (what: string, times: number[], goal = GOAL): Row => {
  const [p25, p50, p95] = [lowerQuartile(times), median(times), quantile(times, 0.95)]
  const measured = `median ${p50.toFixed(1)} ms, quartile ${p25.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
  return row(what, measured, `median < ${goal} ms`, p50 < goal)
}

/** Measures one round of taking with many connectors: one copy at a time can do it. Nothing is due afterwards. */
export async function takeRows(pool: Pool): Promise<Row[]> {
  await fill(pool)
  const of = `of ${SIZE.spaces * SIZE.connectors} connectors in ${SIZE.spaces} spaces`
  const idle = await measure(pool, HANDS)
  await fillDue(pool)
  const busy = await measure(pool, FREE)
  const first = await measure(pool, HANDS)
  await fillResumed(pool)
  const resumed = await measure(pool, FREE)
  await endAll(pool)
  return [
    takeRow(`A turn of taking when nothing ${of} may be sent`, idle),
    takeRow(`A turn that takes ${FREE} when some hundred ${of} have due deliveries`, busy),
    takeRow(`The same while one of them delivers a backlog of ${LONG}`, resumed),
    takeRow(`The first turn of an idle copy, which takes ${HANDS}`, first, FIRST_GOAL),
  ]
}
