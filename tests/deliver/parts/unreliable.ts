import { and, eq } from 'drizzle-orm'
import { connectorsApi, RETRIES_MAX } from '#contract/connectors'
import { deliveryAttempt } from '../../../server/db/schema'
import { isSuccess, type Logged, unreliable } from '../misbehave'
import type { Part, Stage } from '../stage'

/** Attempts that never reached a receiver, because the code timed out on a busy machine. */
async function unsentOf({ target: { db } }: Stage, connectorId: string): Promise<Logged[]> {
  const rows = await db
    .select()
    .from(deliveryAttempt)
    .where(and(eq(deliveryAttempt.connectorId, connectorId), eq(deliveryAttempt.errorCode, 'function_late')))
  return rows.map(({ deliveryId, attempt, createdAt }) => ({
    id: deliveryId,
    connectorId,
    deviceId: '',
    messageId: '',
    repeats: undefined,
    attempt,
    at: createdAt.getTime(),
    behaviour: 'hears nothing',
  }))
}

/** A receiver that fails now and then: the statistics say what it recorded. An attempt repeated after a kill counts once. */
export async function anUnreliableReceiver(stage: Stage, name: string): Promise<Part> {
  const { connector, devices, log, on } = await stage.connect(name, unreliable)
  return {
    name,
    connector,
    devices,
    log,
    judge: async () => {
      const all = [...log, ...(await unsentOf(stage, connector.id))]
      const attempts = [
        ...new Map(all.map((request) => [`${request.id} ${request.attempt}`, request])).values(),
      ]
      const success = attempts.filter(isSuccess).length
      const first = attempts.filter(({ attempt }) => attempt === 0).length
      const noted = { success, failed: attempts.length - success, first, later: attempts.length - first }
      const { summaries } = connectorsApi.statistics.answer.parse(
        await (await on('GET', '/statistics')).json(),
      )
      const said = { success: 0, failed: 0, first: 0, later: 0 }
      for (const summary of summaries) {
        said.success += summary.success
        said.failed += summary.failed
        said.first += summary.attempts[0] ?? 0
        for (let n = 1; n <= RETRIES_MAX; n++) said.later += summary.attempts[n] ?? 0
      }
      const [a, b] = [JSON.stringify(said), JSON.stringify(noted)]
      return a === b ? [] : [`the statistics say ${a}, the receiver ${b}`]
    },
  }
}
