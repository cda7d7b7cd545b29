import { sql } from 'drizzle-orm'
import { HOUR, MINUTE } from '#contract/common/durations'
import type { DOWNLINK_EVENTS } from '#contract/messages'
import type { Member, Rollout, RolloutOrder, Stage } from '#contract/rollouts'
import type { Queryable } from '../db/database'
import { firmwareJob, message, messageEvent, rollout, rolloutDevice } from '../db/schema'
import { DEMO_ACCOUNTS } from '../demoAccounts'
import { newId } from '../services/common/ids'
import type { DemoPlace, Ids } from './place'

/** A roll-out of the demo, before it is stored. */
export interface DemoRollout {
  name: string
  note: string | null
  order: RolloutOrder
  /** Names of the devices of each stage. */
  devices: string[][]
  stages: Stage[]
  state: 'running' | 'paused' | 'done'
  /** When it started, in hours before now. */
  hours: number
  /** What each device had before. */
  before: unknown
  /** Devices that failed, with their reasons. */
  failed?: Record<string, string>
}

/** Minutes between the start of a stage and the result of its devices, and until the next stage. */
const RESULT = 40
const NEXT = 90

const [{ email: createdBy }] = DEMO_ACCOUNTS

const NONE = { ordered: 0, handed_over: 0, unconfirmed: 0, cancelled: 0, troubled: 0, absent: 0, lost: 0 }

type Row = Pick<Member, 'stage' | 'state' | 'reason'> & { name: string; deviceId: string }

/** The devices as they are now: of a roll-out that is paused, those of later stages wait; of one that runs, all do. */
function rowsOf({ devices, state, failed = {} }: DemoRollout, ids: Ids): Row[] {
  return devices.flatMap((names, stage) =>
    names.flatMap((name): Row[] => {
      const deviceId = ids.get(name)
      if (deviceId === undefined) return []
      const reason = failed[name] ?? null
      const isOpen = state === 'running' || (state === 'paused' && stage > 0)
      return [
        { name, deviceId, stage, state: isOpen ? 'waiting' : reason === null ? 'done' : 'failed', reason },
      ]
    }),
  )
}

const progressOf = (one: DemoRollout, rows: readonly Row[], startedAt: number): Rollout['progress'] =>
  one.stages.map((_, stage) => {
    const own = rows.filter((row) => row.stage === stage)
    const count = (state: Row['state']) => own.filter((row) => row.state === state).length
    const hasBegun = one.state === 'done' || stage === 0
    const at = startedAt + stage * NEXT * MINUTE
    return {
      ...NONE,
      devices: own.length,
      waiting: count('waiting'),
      done: count('done'),
      failed: count('failed'),
      started_at: hasBegun ? new Date(at).toISOString() : null,
      passed_at: one.state === 'done' ? new Date(at + RESULT * MINUTE).toISOString() : null,
    }
  })

/** The firmware job of a device that has its result. */
function jobOf(
  spaceId: string,
  { deviceId, stage, state, reason }: Row,
  { firmware, target }: Extract<RolloutOrder, { kind: 'firmware' }>,
  startedAt: number,
) {
  const scheduled = startedAt + (stage ?? 0) * NEXT * MINUTE
  const after = (minutes: number) => new Date(scheduled + minutes * MINUTE)
  const isDone = state === 'done'
  return {
    spaceId,
    deviceId,
    id: newId(scheduled),
    firmwareId: firmware,
    target,
    state: isDone ? ('succeeded' as const) : ('failed' as const),
    reason,
    scheduledAt: after(0),
    downloadStartedAt: after(1),
    swapStartedAt: isDone ? after(RESULT - 2) : null,
    updatedAt: after(RESULT),
  }
}

type Job = ReturnType<typeof jobOf>

/** The downlink of a job, which the device has got. */
const orderOf = ({ spaceId, deviceId, id, firmwareId, target, scheduledAt, downloadStartedAt }: Job) => ({
  spaceId,
  deviceId,
  id,
  createdAt: scheduledAt,
  type: 'firmware' as const,
  direction: 'down' as const,
  downState: 'sent' as const,
  downStateAt: downloadStartedAt,
  downAttempt: 1,
  downOutcome: 'confirmed' as const,
  downConfirmedAt: downloadStartedAt,
  body: JSON.stringify({ job_id: id, firmware_id: firmwareId, target }),
})

/** The events of such a downlink, in order. */
function eventsOf({ spaceId, deviceId, id, scheduledAt, downloadStartedAt }: Job) {
  const event = (type: (typeof DOWNLINK_EVENTS)[number], createdAt: Date) => ({
    spaceId,
    deviceId,
    messageId: id,
    messageCreatedAt: scheduledAt,
    id: newId(createdAt),
    createdAt,
    type,
  })
  return [
    event('downlink.scheduled', scheduledAt),
    event('downlink.sent', downloadStartedAt),
    event('downlink.confirmed', downloadStartedAt),
  ]
}

/**
 * Stores the roll-outs of a space. One that runs is gone on with by the server, as any other.
 * @param devices ids of its devices by name
 * @param now in Unix ms
 */
export async function insertRollouts(
  db: Queryable,
  { spaceId }: DemoPlace,
  devices: Ids,
  rollouts: readonly DemoRollout[],
  now: number,
): Promise<void> {
  for (const one of rollouts) {
    const startedAt = now - one.hours * HOUR
    const rows = rowsOf(one, devices)
    const failed = rows.filter(({ state }) => state === 'failed').length
    const last = startedAt + ((one.stages.length - 1) * NEXT + RESULT) * MINUTE
    const id = newId(startedAt)
    await db.insert(rollout).values({
      spaceId,
      id,
      name: one.name,
      note: one.note,
      order: one.order,
      scope: { kind: 'devices', device_ids: rows.map(({ deviceId }) => deviceId) },
      stages: one.stages,
      state: one.state,
      stage: one.state === 'done' ? one.stages.length - 1 : 0,
      hold:
        one.state === 'paused'
          ? {
              kind: 'failed',
              stage: 0,
              count: failed,
              limit: one.stages[0]?.gate?.failed_max ?? 0,
              troubles: {},
              at: new Date(startedAt + RESULT * MINUTE).toISOString(),
            }
          : null,
      progress: progressOf(one, rows, startedAt),
      accepted: one.stages.map(() => ({ failed: 0, troubled: 0 })),
      createdAt: new Date(startedAt),
      createdBy,
      startedAt: new Date(startedAt),
      startedBy: createdBy,
      endedAt: one.state === 'done' ? new Date(last) : null,
      nextAt: one.state === 'running' ? sql`now()` : null,
    })
    const { order } = one
    if (order.kind === 'firmware') {
      const settled = rows.filter(({ state }) => state !== 'waiting')
      const jobs = settled.map((row) => jobOf(spaceId, row, order, startedAt))
      await db.insert(message).values(jobs.map(orderOf))
      await db.insert(messageEvent).values(jobs.flatMap(eventsOf))
      await db.insert(firmwareJob).values(jobs)
    }
    await db.insert(rolloutDevice).values(
      rows.map(({ name, deviceId, stage, state, reason }) => {
        const orderedAt = new Date(startedAt + (stage ?? 0) * NEXT * MINUTE)
        const settledAt = new Date(orderedAt.getTime() + RESULT * MINUTE)
        const member = { spaceId, rolloutId: id, deviceId, deviceName: name, stage, state, reason }
        if (state === 'waiting') return member
        return Object.assign(member, { orderedAt, reachedAt: orderedAt, settledAt, before: one.before })
      }),
    )
  }
}
