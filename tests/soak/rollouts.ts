// Updates the firmware of devices in stages, of which one in ten bricks, while two copies of the server and PostgreSQL
// are killed. Checks that the roll-out pauses itself in time, that no device of a later stage has its order by then, and
// that each device gets its order once, also after resuming.
// npm run soak:rollouts -- [--devices 200] [--kills 20] [--seed 1]
import { setTimeout as wait } from 'node:timers/promises'
import { firmwareOrderSchema } from '#contract/firmware'
import { messagesApi } from '#contract/messages'
import { type Rollout, rolloutsApi, type Stage } from '#contract/rollouts'
import { Client } from '../harness/client'
import { Copies } from '../harness/copies'
import { openFiller, startDatabase } from '../harness/database'
import { numbersOf, runTool, seeded } from '../harness/tool'
import { aSpace, manyDevices } from '../support/builders'
import { uplinkOf } from '../support/uplink'

const { devices: count, kills, seed } = numbersOf({ devices: 200, kills: 20, seed: 1 })
/** Seconds between two contacts of a device, and after which it is silent. */
const INTERVAL = 4
const SILENT = 5 * INTERVAL
/** Seconds that a round of the worker, and a server that starts again, may take on top of an interval. */
const SLACK = 5 + 15

const gate = { kind: 'time' as const, minutes: 1, failed_max: 0, troubled_max: 1 }
const STAGES: Stage[] = [
  { size: { kind: 'count', count: 20 }, gate },
  { size: { kind: 'share', percent: 30 }, gate },
  { size: { kind: 'rest' }, gate },
]

const random = seeded(seed)

await runTool(async (lifetime) => {
  const database = await startDatabase(lifetime)
  const { ask } = database
  const copies = await Copies.start(lifetime, 2, () => ({ DATABASE_URL: database.url, DEMO: '0' }))
  const filler = await openFiller(lifetime, database.url, { urlOf: () => copies.urls[0] ?? '' })
  const space = await aSpace(filler)
  const devices = await manyDevices(filler, space, count)
  // A learned rhythm takes twenty contacts, and silence a quarter of an hour: this is the same in short.
  await ask(`create function fast_rhythm() returns trigger language plpgsql as $$ begin
    new.usual_interval := ${INTERVAL}; new.silent_at := new.last_seen + interval '${SILENT} seconds'; return new; end $$`)
  await ask(
    'create trigger fast_rhythm before update on device_contact for each row execute function fast_rhythm()',
  )
  const client = new Client(copies, space.owner.token)
  const over = new AbortController()
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  /** Ids of the jobs that each device was given. */
  const given = new Map<string, Set<string>>()
  const bricked = new Set<string>()

  /** A device that reports all the time, downloads what it is told to, and, if it is one of ten, does not survive that. */
  async function live(device: (typeof devices)[number], place: number) {
    const send = async (values: Parameters<typeof uplinkOf>[1]) => {
      for (;;) {
        const answer = messagesApi.uplink.answer.safeParse(
          await client.call('POST', '/devices/uplink', uplinkOf(device, values)),
        )
        if (answer.success) return answer.data.downlinks
      }
    }
    await wait(random() * INTERVAL * 1000)
    for (let n = 0; !over.signal.aborted; n++) {
      const downlinks = await send({ id: `data ${n}`, body: { n } })
      for (const { type, body } of downlinks) {
        if (type !== 'firmware') continue
        const { job_id } = firmwareOrderSchema.parse(body)
        given.set(device.id, (given.get(device.id) ?? new Set()).add(job_id))
        if (place % 10 === 0) {
          await send({ type: 'firmware', body: { job_id, state: 'downloading' } })
          bricked.add(device.id)
          return
        }
        for (const state of ['downloading', 'swapping', 'succeeded'] as const)
          await send({ type: 'firmware', body: { job_id, state } })
      }
      await wait(INTERVAL * 1000)
    }
  }
  const living = Promise.all(devices.map(live))
  await wait(2 * INTERVAL * 1000)

  const path = `/spaces/${space.id}/rollouts`
  const input = {
    name: 'One in ten bricks',
    order: { kind: 'firmware', firmware: 'sense-3', target: 'app' },
    scope: { kind: 'filter', filters: {} },
    stages: STAGES,
    start: true,
  }
  const started: Rollout = rolloutsApi.create.answer.parse(await client.call('POST', path, input))
  const read = async () => rolloutsApi.get.answer.parse(await client.get(`${path}/${started.id}`))
  const wrong: string[] = []
  const pauses: string[] = []

  const ended = new AbortController()
  const killing = (async () => {
    for (let kill = 0; kill < kills && !ended.signal.aborted; kill++) {
      await wait(random() * 8000)
      const killed = await copies.kill(database, random)
      console.log(
        `${String(kill + 1).padStart(2)}  ${killed.padEnd(19)} after ${seconds()} s: ${bricked.size} bricked`,
      )
    }
  })()

  /** When the evidence was above the gate: that many more devices had fallen silent, in milliseconds since 1970. */
  const evidenceAt = async (accepted: number) => {
    const [row] = await ask(
      `select extract(epoch from k.silent_at) * 1000 as at from rollout_device r
         join device_contact k on k.space_id = r.space_id and k.device_id = r.device_id
       where r.rollout_id = $1 and r.reached_at is not null and k.silent_at <= now()
       order by k.silent_at offset $2 limit 1`,
      [started.id, Math.max(gate.troubled_max, accepted)],
    )
    return Number(row?.at)
  }
  let accepted = 0
  for (;;) {
    const rollout = await read()
    if (rollout.state === 'done') break
    if (rollout.state === 'paused' && rollout.hold) {
      const { hold } = rollout
      const late = (Date.parse(hold.at) - (await evidenceAt(accepted))) / 1000
      pauses.push(`stage ${hold.stage + 1} ${late.toFixed(1)} s`)
      if (!(late <= INTERVAL + SLACK)) wrong.push(`it paused itself ${late} s after the evidence`)
      const [later] = await ask(
        `select count(*)::int as count from rollout_device where rollout_id = $1 and stage > $2 and ordered_at is not null`,
        [started.id, rollout.stage],
      )
      if (Number(later?.count) > 0)
        wrong.push(`${String(later?.count)} devices of later stages had their order`)
      accepted = rollout.progress.reduce((sum, { troubled }) => sum + troubled, 0)
      await client.call('POST', `${path}/${started.id}/resume`)
    }
    // Bricked devices never conclude: the last stage ends when only they are left.
    const open = rollout.progress.reduce((sum, { waiting, ordered }) => sum + waiting + ordered, 0)
    const isLast = rollout.stage === STAGES.length - 1
    if (isLast && open === 0 && bricked.size === Math.ceil(count / 10) && rollout.state === 'running') {
      await wait(2 * SILENT * 1000)
      if ((await read()).state === 'running') break
    }
    await wait(500)
  }
  ended.abort()
  await killing
  over.abort()
  await living
  const jobs = await ask('select device_id, count(*)::int as count from firmware_job group by device_id')
  for (const { device_id, count: ordered } of jobs)
    if (Number(ordered) !== 1) wrong.push(`${String(device_id)} was ordered ${String(ordered)} jobs`)
  if (jobs.length !== count) wrong.push(`${jobs.length} of ${count} devices were ordered a job`)
  for (const [device, ids] of given) if (ids.size > 1) wrong.push(`${device} was given ${ids.size} jobs`)
  if (pauses.length === 0) wrong.push('it never paused itself')
  return {
    wrong: [...wrong, ...client.ledger.wrong, ...(await copies.stop())],
    done: `${kills} kills (seed ${seed}): ${count} devices, ${bricked.size} bricked, in ${seconds()} s; paused itself ${pauses.length} times, after the evidence: ${pauses.join(', ')}; answers ${client.ledger.statuses}`,
  }
})
