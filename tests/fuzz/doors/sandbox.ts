import type { Home } from '../homes'
import { endOf, HONEST, HONEST_VALUE, INPUT, objectionTo, scriptOf } from '../judge'
import type { Door } from './door'

/** Milliseconds in which an attack and the honest run after it must end, on a slow machine. */
const OUTER_LIMIT = 5000

/** Scripts run directly in the sandbox. */
export const sandboxDoor = ({ run, ...home }: Home, listener: string): Door => ({
  ...home,
  async attack(attack) {
    const startedAt = performance.now()
    const outcome = await run(scriptOf(attack, listener), INPUT)
    const milliseconds = performance.now() - startedAt
    const honest = await run(HONEST, INPUT)
    const objections = [objectionTo(attack, outcome)].filter((objection) => objection !== undefined)
    if (endOf(honest) !== HONEST_VALUE) objections.push(`the honest run after it gave ${endOf(honest)}`)
    if (performance.now() - startedAt > OUTER_LIMIT) objections.push('it took too long')
    return { end: endOf(outcome), milliseconds, objections }
  },
})
