import { ASKED_FOR, chanceOf, type Logged } from '../misbehave'
import type { Part, Stage } from '../stage'

/** Attempts from which on it asks for no more time. */
const PATIENT_AFTER = 3

/** A receiver that asks for time by `Retry-After`, as seconds or as a date, and gets it. */
export async function aReceiverThatSaysLater(stage: Stage): Promise<Part> {
  const { name, connector, devices, log } = await stage.connect('later', (request) => {
    const chance = chanceOf(request)
    if (request.attempt >= PATIENT_AFTER || chance >= 200) return 'answers'
    return chance < 100 ? 'asks for time' : 'asks for a time'
  })
  return {
    name,
    connector,
    devices,
    log,
    judge: () => {
      const first = new Map<string, Logged>()
      for (const request of log) {
        const key = `${request.id} ${request.attempt}`
        if (!first.has(key)) first.set(key, request)
      }
      const asked = [...first.values()].filter(({ behaviour }) => behaviour !== 'answers')
      const early = asked.filter(({ id, attempt, at }) => {
        const next = first.get(`${id} ${attempt + 1}`)
        return next && next.at - at < ASKED_FOR * 1000
      })
      return [
        ...(asked.length === 0 ? ['it never asked for time'] : []),
        ...(early.length > 0
          ? [`${early.length} requests came earlier than the receiver had asked for`]
          : []),
      ]
    },
  }
}
