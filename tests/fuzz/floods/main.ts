import { type Measured, percentile, startNeighbour } from './measure'
import { type Round, rounds } from './rounds'
import { openStage, type Stage } from './stage'

/** Seconds of a measurement, without an attack and during it. */
const SECONDS = { idle: 3, attack: 6 }
/** What another tenant's calls may take during an attack: so many times as long as without, or so many milliseconds. */
const GOAL = { times: 3, milliseconds: 250 }
/** Milliseconds between two looks at the memory. */
const LOOK = 50

interface Told {
  idle: Measured
  during: Measured
  /** In MB: before, and the most during the attack. */
  memory: [before: number, most: number]
  wrong: string[]
}

async function run(stage: Stage, neighbour: ReturnType<typeof startNeighbour>, round: Round): Promise<Told> {
  const idle = await neighbour.measure(SECONDS.idle)
  const before = stage.memory()
  let most = before
  const looking = setInterval(() => (most = Math.max(most, stage.memory())), LOOK)
  const attack = await round.begin(stage)
  const during = await neighbour.measure(SECONDS.attack)
  const wrong = await attack.end()
  clearInterval(looking)
  const allowed = Math.max(GOAL.times * percentile(idle.took, 99), GOAL.milliseconds)
  if (percentile(during.took, 99) > allowed)
    wrong.push(`another tenant waited more than ${allowed.toFixed(0)} ms`)
  wrong.push(...new Set(during.failures.map((failure) => `another tenant: ${failure}`)))
  wrong.push(...stage.objections())
  const leaked = await stage.leaked()
  if (leaked > 0) wrong.push(`${leaked} connections are still open`)
  return { idle, during, memory: [before, most], wrong }
}

const milliseconds = (took: readonly number[], percent: number) =>
  percentile(took, percent).toFixed(0).padStart(6)

/**
 * Attacks on a server with its default configuration; meanwhile another tenant's calls are measured.
 * @param only rounds whose names have this text
 * @returns how many rounds failed
 */
export async function flood(only = ''): Promise<number> {
  const stage = await openStage()
  const neighbour = startNeighbour(stage)
  let failures = 0
  try {
    await neighbour.measure(SECONDS.idle)
    console.log('another tenant, in ms          idle p50    p99   attack p50    p99   memory in MB')
    for (const round of rounds.filter(({ name }) => name.includes(only))) {
      const { idle, during, memory, wrong } = await run(stage, neighbour, round)
      console.log(
        `${round.name}\n${' '.repeat(33)}${milliseconds(idle.took, 50)} ${milliseconds(idle.took, 99)}       ${milliseconds(during.took, 50)} ${milliseconds(during.took, 99)}   ${memory.join(' to ')}`,
      )
      for (const sentence of wrong) console.log(`  FAILED ${sentence}`)
      if (wrong.length > 0) failures++
    }
  } finally {
    neighbour.stop()
    await stage.stop()
  }
  return failures
}
