import { chanceOf, isSuccess } from '../misbehave'
import type { Part, Stage } from '../stage'

/** Attempts from which on it fails no more. */
const PATIENT_AFTER = 3

/** A connector that keeps the order of each device: nothing of a message arrives before the one before it was taken. */
export async function anOrder(stage: Stage): Promise<Part> {
  const { name, connector, log } = await stage.connect(
    'ordered',
    (request) => (request.attempt < PATIENT_AFTER && chanceOf(request) < 150 ? 'distrusts' : 'answers'),
    { order: 'device' },
  )
  return {
    name,
    connector,
    log,
    judge: (messages) => {
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
      return early === 0 ? [] : [`${early} messages arrived before the one before them was taken`]
    },
  }
}
