import { outOfOrder } from '../judge'
import { chanceOf } from '../misbehave'
import type { Part, Stage } from '../stage'

/** Attempts from which on it fails no more. */
const PATIENT_AFTER = 3

/** A connector that keeps the order of each device: nothing of a message arrives before the one before it was taken. */
export async function anOrder(stage: Stage): Promise<Part> {
  const { name, connector, devices, log } = await stage.connect(
    'ordered',
    (request) => (request.attempt < PATIENT_AFTER && chanceOf(request) < 150 ? 'distrusts' : 'answers'),
    { order: 'device' },
  )
  return {
    name,
    connector,
    devices,
    log,
    judge: (messages) => outOfOrder(log, messages),
  }
}
