import { performance } from 'node:perf_hooks'
import { Bell } from '../../../server/bell'
import { newId } from '../../../server/services/common/ids'
import { advanceRollout } from '../../../server/services/rollouts/advance'
import { quantile } from '../../harness/figures'
import { type Row, valueRow } from '../../harness/rows'
import type { FullSpace } from './setup'

/** Most milliseconds of a decision, and of what the page of a roll-out reads. */
const GOALS = { decision: 200, page: 300 }
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)

/** A roll-out of a command that all devices of the space have got, a tenth of which have not answered. */
const FILL = [
  `insert into rollout (space_id, id, name, orders, scope, stages, state, stage, progress, accepted, created_by, started_at, next_at)
   select $1, $2::uuid, 'bench', '{"kind": "shell", "body": ["info show"]}', '{"kind": "filter", "filters": {}, "except_ids": []}',
     '[{"size": {"kind": "share", "percent": 50}, "gate": {"kind": "time", "minutes": 600, "failed_max": 100000, "troubled_max": 100000}},
       {"size": {"kind": "rest"}, "gate": null}]',
     'running', 0, '[]', '[]', 'bench@example.com', now(), now()`,
  `with d as (select id, name, row_number() over (order by id) as i from device where space_id = $1 and moved_at is null), sent as (
     insert into message (space_id, created_at, id, device_id, type, direction, down_state, down_state_at, down_attempt, down_awaits, body)
     select $1, date_trunc('milliseconds', now()), uuidv7(), id, 'shell', 'down', 'sent', now(), 1, true, '["info show"]' from d
     returning id, device_id, created_at
   )
   insert into rollout_device (space_id, rollout_id, device_id, device_name, stage, state, message_id, ordered_at, reached_at, settled_at)
   select $1, $2::uuid, d.id, d.name, d.i % 2, case when d.i % 10 = 0 then 'handed_over' else 'done' end, s.id, s.created_at, now(),
     case when d.i % 10 > 0 then now() end
   from d join sent s on s.device_id = d.id`,
]

/** Measures a decision on a roll-out over all devices of a large space, and its page. */
export async function benchRollouts({ spaceId, client, api, at, filler }: FullSpace): Promise<Row[]> {
  const id = newId()
  for (const statement of FILL) await client.query(statement, [spaceId, id])
  await client.query('vacuum (analyze) rollout, rollout_device, message')
  const deps = { db: filler.db, now: filler.deps.now, dueDeliveries: new Bell(), dueMail: new Bell() }
  const timed = async (work: () => Promise<unknown>) => {
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      await work()
      took.push(performance.now() - began)
    }
    return quantile(took, 0.5)
  }
  const decision = await timed(async () => {
    await client.query('update rollout set next_at = now() where space_id = $1 and id = $2', [spaceId, id])
    await advanceRollout(deps, { spaceId, id })
  })
  const page = await timed(() =>
    Promise.all([api.get(`${at}/rollouts/${id}`), api.get(`${at}/rollouts/${id}/devices`, { limit: 100 })]),
  )
  const filtered = await timed(() =>
    api.get(`${at}/rollouts/${id}/devices`, { limit: 100, 'state[]': 'handed_over' }),
  )
  const unit = 'ms'
  return [
    valueRow('A decision on a roll-out of all devices', decision, {
      unit,
      digits: 0,
      atMost: GOALS.decision,
    }),
    valueRow('Its page: the roll-out and 100 of its devices', page, { unit, digits: 0, atMost: GOALS.page }),
    valueRow('The devices in one state', filtered, { unit, digits: 0, atMost: GOALS.page }),
  ]
}
