// Connectors that are on hold for a time.
import { and, eq, sql } from 'drizzle-orm'
import { FAILURES_IN_A_ROW, PARALLEL } from '#contract/connectors'
import { delivery } from '../../server/db/schema'
import { sentences } from '../harness/tool'
import { GRACE, type Part, type Stage } from './stage'

/** Shares of the kills at which the connector is paused and resumed. */
const PAUSED = [0.2, 0.6]
const RESUMED = [0.4, 0.8]

/** A connector that is paused twice: meanwhile only running attempts end, and all is sent later. */
export async function aPause(stage: Stage): Promise<Part> {
  const part = await stage.connect('paused', () => 'answers')
  const pauses: { from: number; to: number }[] = []
  return {
    ...part,
    at: async (share) => {
      const last = pauses.at(-1)
      const isPaused = last?.to === Infinity
      if (!isPaused && pauses.length < PAUSED.filter((from) => from <= share).length) {
        await part.pause()
        pauses.push({ from: Date.now(), to: Infinity })
      } else if (isPaused && pauses.length <= RESUMED.filter((to) => to <= share).length) {
        last.to = Date.now()
        await part.resume()
      }
    },
    judge: () =>
      pauses.flatMap(({ from, to }) => {
        const during = part.log.filter(({ at }) => at > from && at < to)
        const late = during.filter(({ at }) => at > from + GRACE)
        return sentences(
          [to === Infinity, 'it was never resumed'],
          [late.length > 0, `${late.length} requests were sent while it was paused`],
          [during.length > PARALLEL, `${during.length} requests were being sent when it was paused`],
        )
      }),
  }
}

/** Shares of the kills at which the receiver goes away and returns. */
const AWAY = [
  { from: 0.1, to: 0.35 },
  { from: 0.5, to: 0.75 },
]

/**
 * A receiver that is away for longer than all retries: it uses up only those of the deliveries by which the server
 * notices it, and each delivery arrives.
 */
export async function aReceiverAway(stage: Stage): Promise<Part> {
  let [isAway, times, waited] = [false, 0, 0]
  const part = await stage.connect(
    'away',
    ({ attempt }) => (isAway ? (attempt % 2 === 0 ? 'refuses' : 'resets') : 'answers'),
    { retry_delays: [1, 1, 1] },
  )
  return {
    ...part,
    at: async (share) => {
      const before = isAway
      isAway = AWAY.some(({ from, to }) => from <= share && share < to)
      if (isAway && !before) times++
      if (isAway && (await part.operation()).state === 'waiting') waited++
    },
    end: async () => void (isAway = false),
    judge: async () => {
      const of = eq(delivery.connectorId, part.connector.id)
      const { db } = stage.server
      const [used] = await db
        .select({ retries: sql<number>`coalesce(sum(greatest(attempts - uncounted - 1, 0)), 0)::int` })
        .from(delivery)
        .where(of)
      const retries = used?.retries ?? 0
      const failed = await db.$count(delivery, and(of, eq(delivery.state, 'failed')))
      const most = times * (FAILURES_IN_A_ROW + PARALLEL)
      return sentences(
        [failed > 0, `${failed} deliveries failed because the receiver was away`],
        [retries > most, `a receiver that was away used up ${retries} retries`],
        [waited === 0, 'the connector never waited for its receiver'],
      )
    },
  }
}

/** Shares of the kills at which the receiver answers 410, and the connector is resumed. */
const GONE = { from: 0.3, to: 0.55 }

/** A receiver that is gone stops its connector: nothing is sent until it is resumed, and then all of it. */
export async function aReceiverGone(stage: Stage): Promise<Part> {
  let isGone = false
  let [stopped, resumed] = [Infinity, Infinity]
  const part = await stage.connect('gone', () => (isGone ? 'is gone' : 'answers'), { retry_delays: [1] })
  const back = async () => {
    isGone = false
    resumed = Date.now()
    await part.resume()
  }
  return {
    ...part,
    at: async (share) => {
      if (resumed < Infinity) return
      if (share >= GONE.from) isGone = true
      if (isGone && stopped === Infinity && (await part.operation()).state === 'stopped') stopped = Date.now()
      if (share >= GONE.to && stopped < Infinity) await back()
    },
    end: async () => {
      if (resumed === Infinity) await back()
    },
    judge: () => {
      const during = part.log.filter(({ at }) => at > stopped + GRACE && at < resumed)
      return sentences(
        [stopped === Infinity, '410 did not stop it'],
        [during.length > 0, `${during.length} requests were sent while it was stopped`],
      )
    },
  }
}
