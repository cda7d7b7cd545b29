import { RETRIES_MAX, type Statistics } from '#contract/connectors'
import { isSuccess, type Logged } from './misbehave'

/** How many attempts a delivery may take. */
const ORDINALS = Array.from({ length: RETRIES_MAX + 1 }, (_, n) => n)

/** Every message must have arrived at every connector's receiver, each time under the same id. */
export function judgeArrivals(
  log: readonly Logged[],
  messages: readonly string[],
  connectors: readonly string[],
): string[] {
  const idsOf = new Map<string, Set<string>>()
  const arrived = new Set<string>()
  for (const request of log) {
    const key = `${request.connectorId} ${request.messageId}`
    idsOf.set(key, (idsOf.get(key) ?? new Set()).add(request.id))
    if (isSuccess(request)) arrived.add(key)
  }
  const missing = connectors.flatMap((id) => messages.filter((message) => !arrived.has(`${id} ${message}`)))
  const several = [...idsOf.values()].filter(({ size }) => size > 1)
  return [
    ...(missing.length > 0 ? [`${missing.length} messages never arrived`] : []),
    ...(several.length > 0 ? [`${several.length} messages arrived under several ids`] : []),
  ]
}

/** The statistics of a connector must match what its receiver recorded. An attempt repeated after a kill counts once. */
export function judgeStatistics(log: readonly Logged[], { summaries }: Statistics): string[] {
  const attempts = [...new Map(log.map((request) => [`${request.id} ${request.attempt}`, request])).values()]
  const noted = {
    success: attempts.filter(isSuccess).length,
    failed: attempts.filter((attempt) => !isSuccess(attempt)).length,
    attempts: ORDINALS.map((n) => attempts.filter(({ attempt }) => attempt === n).length),
  }
  const sum = (of: (summary: Statistics['summaries'][number]) => number) =>
    summaries.reduce((all, summary) => all + of(summary), 0)
  const said = {
    success: sum(({ success }) => success),
    failed: sum(({ failed }) => failed),
    attempts: ORDINALS.map((n) => sum((summary) => summary.attempts[n] ?? 0)),
  }
  const [a, b] = [JSON.stringify(said), JSON.stringify(noted)]
  return a === b ? [] : [`the statistics say ${a}, the receiver ${b}`]
}
