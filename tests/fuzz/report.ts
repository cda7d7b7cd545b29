import type { Attack } from './corpus'
import type { Ended } from './doors/door'

/** An attack by a door, and how it ended. */
export interface Tried extends Ended {
  attack: Attack
}

/** Most kinds of ends to print; the sandbox itself returns arbitrary values. */
const ENDS_MAX = 20

/** Prints the results of attacks by a door; returns how many went wrong. */
export function report(door: string, all: readonly Tried[], asked: readonly string[]): number {
  console.log(`\n${all.length} attacks on ${door}`)
  for (const kind of new Set(all.map(({ attack }) => attack.kind))) {
    const tried = all.filter(({ attack }) => attack.kind === kind)
    const late = tried.filter(({ end }) => end === 'TimeoutError').length
    const outOfMemory = tried.filter(({ end }) => end === 'MemoryError').length
    const slowest = Math.max(...tried.map(({ milliseconds }) => milliseconds))
    console.log(
      `  ${kind.padEnd(20)}${String(tried.length).padStart(4)}  out of time ${String(late).padStart(3)}, of memory ${String(outOfMemory).padStart(3)}, slowest ${(slowest / 1000).toFixed(2).padStart(5)} s`,
    )
  }
  const ends = new Map<string, number>()
  for (const { end } of all) ends.set(end, (ends.get(end) ?? 0) + 1)
  if (ends.size < ENDS_MAX)
    console.log(`  ends: ${[...ends].map(([end, count]) => `${end} ${count}`).join(', ')}`)
  const objections = all.flatMap(({ attack, objections }) =>
    objections.map((objection) => `${attack.kind}, ${attack.name}: ${objection}`),
  )
  for (const objection of [...objections, ...asked.map((address) => `asked for ${address}`)])
    console.log(`  FAILED ${objection}`)
  console.log(`  got out: ${asked.length}, other objections: ${objections.length}`)
  return objections.length + asked.length
}
