import { sql } from 'drizzle-orm'
import { HOUR, MINUTE } from '#contract/common/durations'
import type { FirmwareReport } from '#contract/firmware'
import { type Member, NO_DEVICES, type Rollout, type RolloutOrder, type Stage } from '#contract/rollouts'
import type { Queryable } from '../db/database'
import { rollout, rolloutDevice } from '../db/schema'
import { DEMO_ACCOUNTS } from '../demoAccounts'
import { newId } from '../services/common/ids'
import type { PastMessage } from './history'
import { insertMessages } from './insertMessages'
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
      ...NO_DEVICES,
      devices: own.length,
      waiting: count('waiting'),
      done: count('done'),
      failed: count('failed'),
      started_at: hasBegun ? new Date(at).toISOString() : null,
      passed_at: one.state === 'done' ? new Date(at + RESULT * MINUTE).toISOString() : null,
    }
  })

/** When a device got its order, in Unix ms. */
const orderedAt = ({ stage }: Row, startedAt: number) => startedAt + (stage ?? 0) * NEXT * MINUTE

/** The order of a firmware, which the device has got, and its reports until the result. */
function messagesOf(
  row: Row,
  { firmware, target }: Extract<RolloutOrder, { kind: 'firmware' }>,
  startedAt: number,
): [order: PastMessage, ...reports: PastMessage[]] {
  const at = orderedAt(row, startedAt)
  const after = (minutes: number) => new Date(at + minutes * MINUTE)
  const order = {
    id: newId(at),
    created_at: after(0),
    type: 'firmware' as const,
    direction: 'down' as const,
    down_state: 'sent' as const,
    down_state_at: after(1),
    down_outcome: 'confirmed' as const,
    down_confirmed_at: after(1),
  }
  const report = (minutes: number, state: FirmwareReport['state'], reason?: string): PastMessage => ({
    id: newId(after(minutes)),
    created_at: after(minutes),
    type: 'firmware',
    direction: 'up',
    down_state: null,
    down_state_at: null,
    body: JSON.stringify({ job_id: order.id, state, reason }),
  })
  const body = JSON.stringify({ job_id: order.id, firmware_id: firmware, target })
  const results =
    row.reason === null
      ? [report(RESULT - 2, 'swapping'), report(RESULT, 'succeeded')]
      : [report(RESULT, 'failed', row.reason)]
  return [{ ...order, body }, report(1, 'downloading'), ...results]
}

/**
 * Stores the roll-outs of a space. The server goes on with one that runs.
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
    for (const row of rows) {
      const { name, deviceId, stage, state, reason } = row
      const member = { spaceId, rolloutId: id, deviceId, deviceName: name, stage, state, reason }
      if (state === 'waiting') {
        await db.insert(rolloutDevice).values(member)
        continue
      }
      const messages = one.order.kind === 'firmware' ? messagesOf(row, one.order, startedAt) : []
      await insertMessages(db, { spaceId, deviceId }, messages)
      const at = new Date(orderedAt(row, startedAt))
      const settledAt = new Date(at.getTime() + RESULT * MINUTE)
      const times = { orderedAt: at, reachedAt: at, settledAt }
      await db
        .insert(rolloutDevice)
        .values({ ...member, ...times, messageId: messages[0]?.id ?? null, before: one.before })
    }
  }
}
