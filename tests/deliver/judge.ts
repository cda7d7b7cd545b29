import { isSuccess } from './misbehave'
import type { Part } from './stage'

/** Every message must have arrived at a connector's receiver, each time under the same id; a replay is judged by itself. */
export function judgeArrivals({ log }: Pick<Part, 'log'>, messages: readonly string[]): string[] {
  const idsOf = new Map<string, Set<string>>()
  const arrived = new Set<string>()
  for (const request of log) {
    if (request.repeats) continue
    idsOf.set(request.messageId, (idsOf.get(request.messageId) ?? new Set()).add(request.id))
    if (isSuccess(request)) arrived.add(request.messageId)
  }
  const missing = messages.filter((message) => !arrived.has(message))
  const several = [...idsOf.values()].filter(({ size }) => size > 1)
  return [
    ...(missing.length > 0 ? [`${missing.length} messages never arrived`] : []),
    ...(several.length > 0 ? [`${several.length} messages arrived under several ids`] : []),
  ]
}
