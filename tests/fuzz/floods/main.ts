import { setTimeout as wait } from 'node:timers/promises'
import { alertReadRounds } from './alertReadRounds'
import { chartRounds } from './chartRounds'
import { crowdRounds } from './crowdRounds'
import { functionRounds } from './functionRounds'
import { judgeRounds } from './judgeRounds'
import { type Measured, percentile, startNeighbour } from './measure'
import { ordinaryRound } from './ordinaryRound'
import { type Round, rounds } from './rounds'
import { openStage, type Stage } from './stage'
import { tellRounds } from './tellRounds'
import { ALERT_MAX } from './watched'

/** Seconds of a measurement: without an attack, during it, and after it, when it has been over for a second. */
const SECONDS = { idle: 3, attack: 6, after: 2 }
const RECOVERY = 1000
/** What another tenant's calls may take during an attack: so many times as long as without, or so many milliseconds. */
const GOAL = { times: 3, milliseconds: 250 }
/** Milliseconds in which the server tells its health, and the most memory in MB. */
const HEALTH = 1000
const MEMORY = 600
/** Milliseconds between two looks at the memory. */
const LOOK = 50
/** What its alerts may take, likewise. */
const ALERT = { times: 3, milliseconds: ALERT_MAX }

interface Told {
  idle: Measured
  during: Measured
  after: Measured
  /** In MB: before, and the most during the attack. */
  memory: [before: number, most: number]
  told: string | undefined
  wrong: string[]
}

/** Milliseconds of the alert that came last of all; Infinity for one that did not come. */
const slowest = ({ alerts }: Measured) => Math.max(...alerts.map((took) => took ?? Infinity))

async function run(stage: Stage, neighbour: ReturnType<typeof startNeighbour>, round: Round): Promise<Told> {
  const idle = await neighbour.measure(SECONDS.idle)
  const before = stage.memory()
  let most = before
  const looking = setInterval(() => (most = Math.max(most, stage.memory())), LOOK)
  await stage.renew()
  const attack = await round.begin(stage)
  const during = await neighbour.measure(SECONDS.attack)
  const { wrong, told } = await attack.end()
  await wait(RECOVERY)
  const after = await neighbour.measure(SECONDS.after)
  clearInterval(looking)
  const allowed = Math.max(GOAL.times * percentile(idle.took, 99), GOAL.milliseconds)
  if (percentile(during.took, 99) > allowed)
    wrong.push(`another tenant waited more than ${allowed.toFixed(0)} ms`)
  const late = Math.max(slowest(during), slowest(after))
  if (late > Math.max(ALERT.times * slowest(idle), ALERT.milliseconds))
    wrong.push('an alert of another tenant came too late')
  const silent = Math.max(...during.health, ...after.health)
  if (silent > HEALTH) wrong.push(`/health was silent for ${silent.toFixed(0)} ms`)
  if (most > MEMORY) wrong.push(`the server took more than ${MEMORY} MB`)
  wrong.push(...new Set(during.failures.map((failure) => `another tenant: ${failure}`)))
  wrong.push(...stage.objections())
  const leaked = await stage.leaked()
  if (leaked > 0) wrong.push(`${leaked} connections are still open`)
  return { idle, during, after, memory: [before, most], told, wrong }
}

const seconds = (took: number) => (took === Infinity ? 'none' : (took / 1000).toFixed(1)).padStart(5)

const milliseconds = (took: readonly number[], percent: number) =>
  percentile(took, percent).toFixed(0).padStart(6)

/**
 * Attacks on a server with its default configuration; meanwhile another tenant's calls are measured, and when it has its alerts.
 * @param only a regular expression of the names of the rounds that run
 * @returns how many rounds failed
 */
export async function flood(only = ''): Promise<number> {
  const stage = await openStage()
  const neighbour = startNeighbour(stage)
  const isAsked = new RegExp(only)
  let failures = 0
  try {
    await neighbour.measure(SECONDS.idle)
    console.log(
      `another tenant, in ms${' '.repeat(13)}idle        attack         after   health  alerts in s        memory in MB\n${' '.repeat(33)}p50    p99    p50    p99    p50    p99    most   idle attack after`,
    )
    const all = [
      ordinaryRound,
      ...rounds,
      ...crowdRounds,
      ...chartRounds,
      ...judgeRounds,
      ...tellRounds,
      ...alertReadRounds,
      ...functionRounds,
    ]
    for (const round of all.filter(({ name }) => isAsked.test(name))) {
      const { idle, during, after, memory, told, wrong } = await run(stage, neighbour, round)
      const figures = [idle, during, after].flatMap(({ took }) =>
        [50, 99].map((percent) => milliseconds(took, percent)),
      )
      const health = milliseconds([...during.health, ...after.health], 100)
      const alerts = [idle, during, after].map((measured) => seconds(slowest(measured))).join(' ')
      console.log(
        `${round.name}\n${' '.repeat(30)}${figures.join(' ')}  ${health}  ${alerts}  ${memory.join(' to ')}`,
      )
      if (told) console.log(`  answered: ${told}`)
      for (const sentence of wrong) console.log(`  FAILED ${sentence}`)
      if (wrong.length > 0) failures++
    }
  } finally {
    neighbour.stop()
    await stage.stop()
  }
  return failures
}
