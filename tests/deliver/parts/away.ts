import { and, eq, sql } from 'drizzle-orm'
import { FAILURES_IN_A_ROW, PARALLEL } from '#contract/connectors'
import { delivery } from '../../../server/db/schema'
import type { Part, Stage } from '../stage'

/** When the receiver goes away, and when it is back. */
const AWAY = [
  { from: 0.1, to: 0.35 },
  { from: 0.5, to: 0.75 },
]
/** Fewer than the seconds that it is away. */
const RETRY_DELAYS = [1, 1, 1]

/**
 * A receiver that is away for longer than all retries: it uses up none of them but those of the deliveries by which the server notices
 * it, and each delivery arrives.
 */
export async function aReceiverAway(stage: Stage): Promise<Part> {
  let isAway = false
  let times = 0
  const { name, connector, devices, log, operation } = await stage.connect(
    'away',
    ({ attempt }) => (isAway ? (attempt % 2 === 0 ? 'refuses' : 'resets') : 'answers'),
    { retry_delays: RETRY_DELAYS },
  )
  let waited = 0
  return {
    name,
    connector,
    devices,
    log,
    at: async (share) => {
      const before = isAway
      isAway = AWAY.some(({ from, to }) => from <= share && share < to)
      if (isAway && !before) times++
      if (isAway && (await operation()).state === 'waiting') waited++
    },
    end: async () => {
      isAway = false
    },
    judge: async () => {
      const of = eq(delivery.connectorId, connector.id)
      const [used] = await stage.target.db
        .select({ retries: sql<number>`sum(greatest(attempts - spared - 1, 0))::int` })
        .from(delivery)
        .where(of)
      const failed = await stage.target.db.$count(delivery, and(of, eq(delivery.state, 'failed')))
      const most = times * (FAILURES_IN_A_ROW + PARALLEL)
      return [
        ...(failed > 0 ? [`${failed} deliveries failed because the receiver was away`] : []),
        ...((used?.retries ?? 0) > most ? [`a receiver that was away used up ${used?.retries} retries`] : []),
        ...(waited === 0 ? ['the connector never waited for its receiver'] : []),
      ]
    },
  }
}
