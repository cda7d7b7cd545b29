import type { Home } from '../homes'
import { endOf, HONEST, HONEST_VALUE, INPUT, objectionTo, scriptOf } from '../judge'
import type { Door } from './door'

/** In which an attack must have ended and an honest run have followed it, on a slow machine, in milliseconds. */
const OUTER_LIMIT = 5000

/** Scripts are handed to the sandbox itself. */
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
