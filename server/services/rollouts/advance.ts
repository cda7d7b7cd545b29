import type { PoolClient } from 'pg'
import { DAY, SECOND } from '#contract/common/durations'
import {
  type Decision,
  decide,
  expectedEnd,
  isEnded,
  ROLLOUT_DAYS_MAX,
  type RolloutOrder,
  type StageEvidence,
} from '#contract/rollouts'
import { inTransaction, type Queryable } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import { rollout } from '../../db/schema'
import type { Deps } from '../../deps'
import { note } from '../audit/note'
import { PERSON } from '../background/fairShares'
import { addMail } from '../mail/queue'
import { keepSpace } from '../resources/spaceNames'
import type { Key } from '../resources/spaceQueries'
import { collect, countStages, type Evidence } from './evidence'
import { give, type Recipient } from './give'
import { orderOf, type RolloutRow, rollouts } from './rollouts'
import { stopOrders } from './stopOrders'

/** Devices that get their orders in one transaction. */
const BATCH = 50
/** Seconds until a roll-out that waits is decided on again: a thousandth of its devices, within bounds. */
const PACE = { least: 5, most: 60, perDevice: 1 / 1000 }
/** Days for which the results of orders are still collected after the end. */
const AFTERWARDS_DAYS = 7

type AdvanceDeps = Pick<Deps, 'db' | 'now' | 'dueDeliveries' | 'dueMail'>

/** A roll-out that is due, in a space of a person. */
export interface DueRollout extends Key {
  personId: string
}

const FIND = {
  name: 'rollouts.find',
  text: `
    select r.space_id as "spaceId", r.id, ${PERSON} as "personId"
    from rollout r join space s on s.id = r.space_id
    where r.next_at <= now() order by r.next_at limit 100`,
}

/** The roll-outs of all spaces that are due, the longest first. */
export const findDueRollouts = async ({ db }: Pick<Deps, 'db'>): Promise<DueRollout[]> =>
  (await db.$client.query<DueRollout>(FIND)).rows

const LOCK = {
  name: 'rollouts.lock',
  text: `
    select from rollout where space_id = $1 and id = $2 and next_at <= now() for update skip locked`,
}

/** The next devices that get an order, in the order of the stages, with what they had before the roll-out that is taken back. */
const NEXT = {
  name: 'rollouts.next',
  text: `
    select r.device_id as "deviceId", o.before as back
    from rollout_device r
      left join rollout_device o on o.space_id = $1 and o.rollout_id = $5 and o.device_id = r.device_id
    where r.space_id = $1 and r.rollout_id = $2 and r.state = 'waiting' and r.stage <= $3
    order by r.stage, r.device_id limit $4`,
}

type Changes = Partial<typeof rollout.$inferInsert>

/** The progress of the stages as it is returned. */
export const progressOf = (row: Pick<RolloutRow, 'progress'>, stages: readonly StageEvidence[]) =>
  stages.map(({ counts }, number) => ({
    ...counts,
    started_at: row.progress[number]?.started_at ?? null,
    passed_at: row.progress[number]?.passed_at ?? null,
  }))

/** Marks the current stage as passed and the next one as begun. */
export function nextStage(row: RolloutRow, at: Date): Pick<RolloutRow, 'stage' | 'progress'> {
  const stage = row.stage + 1
  const time = at.toISOString()
  const progress = row.progress.map((one, number) => ({
    ...one,
    ...(number === row.stage && { passed_at: time }),
    ...(number === stage && { started_at: time }),
  }))
  return { stage, progress }
}

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** Until when an order may be handed over: the end of the opening, or of the roll-out. */
function expiryOf(row: RolloutRow, until: number | null): Date {
  const latest = (row.startedAt ?? row.createdAt).getTime() + ROLLOUT_DAYS_MAX * DAY
  return new Date(Math.min(until ?? latest, latest))
}

const isLasting = ({ startedAt }: RolloutRow, now: Date) =>
  (startedAt?.getTime() ?? 0) + ROLLOUT_DAYS_MAX * DAY <= now.getTime()

const decideOn = (row: RolloutRow, { stages }: Evidence, now: Date): Decision =>
  decide({
    stages: row.stages,
    stage: row.stage,
    evidence: stages,
    hours: row.hours,
    atOnce: row.atOnce,
    now: now.getTime(),
  })

/** Records in the audit log what a roll-out has done by itself. */
async function noteItself(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  row: RolloutRow,
  action: 'rollout.hold' | 'rollout.finish',
  after: Record<string, string | number>,
): Promise<void> {
  const target = { id: row.id, name: row.name }
  await note(tx, deps, null, { action, spaceId: row.spaceId, target, after })
}

/** A step of a roll-out. */
class Step {
  readonly #deps: AdvanceDeps
  readonly #tx: Queryable
  readonly #client: PoolClient
  readonly #order: RolloutOrder | undefined
  readonly #at: Date
  /** Changes of the row, which are stored at the end. */
  #row: RolloutRow
  isMore = false
  /** Whether it has made deliveries due, and an e-mail. */
  isDue = false
  isMailDue = false

  constructor(
    deps: AdvanceDeps,
    tx: Queryable,
    client: PoolClient,
    row: RolloutRow,
    order: RolloutOrder | undefined,
  ) {
    this.#deps = deps
    this.#tx = tx
    this.#client = client
    this.#row = row
    this.#order = order
    this.#at = deps.now()
  }

  async run(): Promise<void> {
    let evidence = await collect(this.#client, this.#row, this.#at)
    if (this.#row.state === 'running') {
      evidence = await this.#advance(evidence)
    }
    await this.#store(evidence)
  }

  async #advance(evidence: Evidence): Promise<Evidence> {
    const now = this.#at
    if (isLasting(this.#row, now)) {
      await stopOrders(this.#tx, this.#row, { at: now, userId: null })
      await this.#finish()
      return countStages(this.#client, this.#row, now)
    }
    let decision = decideOn(this.#row, evidence, now)
    while (decision.kind === 'next') {
      this.#row = { ...this.#row, ...nextStage(this.#row, now) }
      decision = decideOn(this.#row, evidence, now)
    }
    switch (decision.kind) {
      case 'hold':
        this.#row = {
          ...this.#row,
          state: 'paused',
          hold: { ...decision.hold, at: now.toISOString() },
          waitsFor: null,
        }
        await noteItself(this.#tx, this.#deps, this.#row, 'rollout.hold', {
          kind: decision.hold.kind,
          count: decision.hold.count,
          stage: decision.hold.stage + 1,
        })
        await this.#notify()
        return evidence
      case 'finish':
        await this.#finish()
        return evidence
      case 'wait':
        this.#row = { ...this.#row, waitsFor: { kind: decision.wait.kind, until: iso(decision.wait.until) } }
        return evidence
      case 'order': {
        await this.#give(Math.min(decision.count, BATCH), expiryOf(this.#row, decision.until))
        this.isMore = true
        this.#row = { ...this.#row, waitsFor: { kind: 'devices', until: null } }
        return countStages(this.#client, this.#row, now)
      }
    }
  }

  /** Sends an e-mail to the person who has started it. */
  async #notify() {
    const { spaceId, id, startedById: userId } = this.#row
    if (userId === null) return
    await addMail(this.#tx, this.#deps, { kind: 'rolloutHeld', userId, spaceId, alertId: id })
    this.isMailDue = true
  }

  async #finish() {
    const { stage, progress } = this.#row
    const passed = progress.map((one, number) =>
      number === stage ? { ...one, passed_at: this.#at.toISOString() } : one,
    )
    this.#row = {
      ...this.#row,
      state: 'done',
      endedAt: this.#at,
      progress: passed,
      waitsFor: null,
      hold: null,
    }
    await noteItself(this.#tx, this.#deps, this.#row, 'rollout.finish', {
      devices: progress.reduce((sum, { devices }) => sum + devices, 0),
    })
  }

  async #give(count: number, expiresAt: Date) {
    if (!this.#order) throw new Error('a rollback has lost what it takes back')
    const { spaceId, id, stage, rollbackOf } = this.#row
    const { rows } = await this.#client.query<Recipient>({
      ...NEXT,
      values: [spaceId, id, stage, count, rollbackOf],
    })
    // Devices are locked in the order of their ids, as uplinks do.
    const recipients = rows.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1))
    await give(this.#tx, this.#row, this.#order, recipients, { at: this.#at, expiresAt })
    this.isDue = true
  }

  async #store(evidence: Evidence) {
    const row = this.#row
    const devices = evidence.stages.reduce((sum, { counts }) => sum + counts.devices, 0)
    const open = evidence.stages.reduce((sum, { counts }) => sum + counts.handed_over + counts.ordered, 0)
    const isOver =
      isEnded(row) &&
      (open === 0 || (row.endedAt?.getTime() ?? 0) + AFTERWARDS_DAYS * DAY < this.#at.getTime())
    const pause = Math.min(Math.max(PACE.least, devices * PACE.perDevice), PACE.most)
    const wait = row.waitsFor?.until ? Date.parse(row.waitsFor.until) - this.#at.getTime() : Infinity
    const seconds = this.isMore ? 0 : Math.max(Math.min(pause, wait / SECOND), 0)
    const situation = {
      stages: row.stages,
      stage: row.stage,
      evidence: evidence.stages,
      hours: row.hours,
      atOnce: row.atOnce,
      now: this.#at.getTime(),
    }
    const end = row.state === 'running' ? expectedEnd(situation, evidence.rhythms) : null
    const changes: Changes = {
      state: row.state,
      stage: row.stage,
      hold: row.hold,
      waitsFor: row.waitsFor,
      progress: progressOf(row, evidence.stages),
      endedAt: row.endedAt,
      expectedEnd: end === null ? null : new Date(end),
    }
    await this.#tx.update(rollout).set(changes).where(rollouts.is(row.spaceId, row.id))
    await this.#client.query(SCHEDULE.text, [row.spaceId, row.id, isOver ? null : seconds])
  }
}

/** When a roll-out is decided on again, by the clock of the database; never if `$3` is null. */
const SCHEDULE = {
  text: `update rollout set next_at = now() + $3::float8 * interval '1 second' where space_id = $1 and id = $2`,
}

/**
 * Goes one step on with a roll-out, in one transaction under its lock: it collects what became of its orders, decides, and gives some
 * devices theirs. Several copies of the server may do it; what is killed is done again by the next.
 * @returns whether there is more to do at once
 */
export async function advanceRollout(deps: AdvanceDeps, { spaceId, id }: Key): Promise<boolean> {
  const { db, now, dueDeliveries, dueMail } = deps
  const step = await withPartitionOf(db.$client, now(), () =>
    inTransaction(db.$client, async (tx, client) => {
      if (!(await keepSpace(tx, spaceId))) return null
      const { rowCount } = await client.query({ ...LOCK, values: [spaceId, id] })
      if (rowCount === 0) return null
      const [row] = await tx.select().from(rollout).where(rollouts.is(spaceId, id))
      if (!row) return null
      const one = new Step(deps, tx, client, row, await orderOf(tx, row))
      await one.run()
      return one
    }),
  )
  if (step?.isDue) dueDeliveries.ring()
  if (step?.isMailDue) dueMail.ring()
  return step?.isMore ?? false
}
