import { parseArgs } from 'node:util'
import { endOnSignal, Lifetime } from '../../server/lifetime'

/** Most faults to print. */
const PRINTED_MAX = 20

/** Reads numbers from the command line, such as `--messages 2000`. */
export function numbersOf<Name extends string>(defaults: Record<Name, number>): Record<Name, number> {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  const numbers = { ...defaults }
  for (const name in defaults) {
    numbers[name] = Number(values[name] ?? defaults[name])
    if (Number.isNaN(numbers[name])) throw new Error(`--${name} takes a number.`)
  }
  return numbers
}

/** Runs work with a lifetime, and ends everything in it afterwards. */
export async function within<Result>(
  work: (lifetime: Lifetime) => Promise<Result>,
  lifetime = new Lifetime(),
): Promise<Result> {
  try {
    return await work(lifetime)
  } finally {
    await lifetime.end()
  }
}

/** The same, even when a signal interrupts it. */
export function unlessStopped<Result>(work: (lifetime: Lifetime) => Promise<Result>): Promise<Result> {
  const lifetime = new Lifetime()
  endOnSignal(lifetime, Promise.resolve(), console.error)
  return within(work, lifetime)
}

/** Result of a run. */
export interface Verdict {
  /** Faults, as sentences. */
  wrong: readonly string[]
  /** Summary of the work and measurements. */
  done: string
}

/** Runs a tool, prints its verdict, and exits: with 1 on faults. */
export async function runTool(work: (lifetime: Lifetime) => Promise<Verdict>): Promise<never> {
  const { wrong, done } = await unlessStopped(work)
  for (const sentence of wrong.slice(0, PRINTED_MAX)) console.log(`WRONG: ${sentence}`)
  if (wrong.length > PRINTED_MAX) console.log(`WRONG: and ${wrong.length - PRINTED_MAX} more`)
  console.log(`\n${done}`)
  process.exit(wrong.length === 0 ? 0 : 1)
}

/** Sentences whose condition holds. */
export const sentences = (...all: readonly (readonly [isSo: boolean, sentence: string])[]): string[] =>
  all.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []))

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
