import { DEFAULT_LIMITS, type Outcome, type Script } from '#sandbox'
import { type Attack, ESCAPED, LISTENER } from './corpus'

/** The input of the attacks. */
export const INPUT = JSON.stringify({ list: [1, 2], body: { system: { voltage: 3.6 } }, text: 'x' })

/** The attack with the real address of the listener. */
export const aimAt = (listener: string, attack: Attack): Attack => ({
  ...attack,
  source: attack.source
    .replaceAll(LISTENER, listener)
    .replaceAll(LISTENER.replace('http', 'ws'), listener.replace('http', 'ws')),
})

/** The attack as a script. */
export function scriptOf(attack: Attack, listener: string): Script {
  const { entry, source } = aimAt(listener, attack)
  return { entry, source }
}

/** How a run ended: JSON text of its value, or the name of its error. */
export const endOf = (outcome: Outcome): string => ('error' in outcome ? outcome.error.name : outcome.value)

/** Fault of how an attack ended; undefined for none. */
export function objectionTo({ expected }: Attack, outcome: Outcome): string | undefined {
  if (JSON.stringify(outcome).includes(ESCAPED)) return 'it got hold of the host'
  if ('value' in outcome && new Blob([outcome.value]).size > DEFAULT_LIMITS.outputBytes)
    return 'its result is too large'
  const end = endOf(outcome)
  // On a slow machine anything may run out of time first.
  if (expected !== undefined && end !== expected && end !== 'TimeoutError')
    return `it ended with ${end.slice(0, 80)} instead of ${expected}`
  return undefined
}

/** Result of an honest script for its input `job`; shows that an attack left nothing behind. */
export const HONEST_RESULT =
  '{ sum: job.list.map((x) => x * 2).join(), text: `${job.text}y`, left: [typeof leak, Object.keys(globalThis).join(), String({})] }'
export const HONEST: Script = { entry: 'main', source: `function main(job) { return ${HONEST_RESULT} }` }
export const HONEST_VALUE = '{"sum":"2,4","text":"xy","left":["undefined","console,main","[object Object]"]}'
