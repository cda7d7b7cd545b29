import { sentences } from '../harness/tool'
import { isSuccess, type Logged } from './misbehave'
import type { Part } from './stage'

/** Checks that every message arrived at the connector's receiver, always with the same id; without replays. */
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
  return sentences(
    [missing.length > 0, `${missing.length} messages never arrived`],
    [several.length > 0, `${several.length} messages arrived under several ids`],
  )
}

/** Checks the order of each device: a message must not arrive before the one before it was accepted. */
export function outOfOrder(log: readonly Logged[], messages: readonly string[]): string[] {
  const first = new Map<string, { at: number; deviceId: string }>()
  const taken = new Map<string, number>()
  for (const request of log) {
    const { messageId, at } = request
    if (!first.has(messageId)) first.set(messageId, request)
    if (isSuccess(request) && !taken.has(messageId)) taken.set(messageId, at)
  }
  const last = new Map<string, string>()
  let early = 0
  for (const message of messages) {
    const { at, deviceId } = first.get(message) ?? {}
    if (at === undefined || deviceId === undefined) continue
    const before = last.get(deviceId)
    if (before !== undefined && at < (taken.get(before) ?? Number.POSITIVE_INFINITY)) early++
    last.set(deviceId, message)
  }
  return sentences([early > 0, `${early} messages arrived before the one before them was taken`])
}
