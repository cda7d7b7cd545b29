import { setTimeout as wait } from 'node:timers/promises'
import { type Ask, startApart } from '../../harness/apart'
import { quantile } from '../../harness/figures'
import { sentences, unlessStopped } from '../../harness/tool'
import type { Round } from './attack'
import { ordinary, slowClients } from './clients'
import { crowds, hardQuestions } from './crowds'
import { alertReads, charts, guests } from './histories'
import { rollouts } from './rollouts'
import { openStage, type Stage } from './stage'
import { trash } from './trash'
import { ALERT_MAX } from './watched'
import { evaluation, functions, notifying } from './workers'

/** Seconds of a measurement: without an attack, during it, and from one second after it. */
const SECONDS = { idle: 3, attack: 6, after: 2 }
const RECOVERY = 1000
/** Most that another tenant's calls may take during an attack: times their usual duration, or milliseconds. */
const GOAL = { times: 3, milliseconds: 250 }
/** Milliseconds in which the server must answer /health, and the most memory in MB. */
const HEALTH = 1000
const MEMORY = 600
/** Milliseconds between two samples of the memory. */
const LOOK = 50
/** The same for its alerts. */
const ALERT = { times: 3, milliseconds: ALERT_MAX }

const ROUNDS: readonly Round[] = [
  ordinary,
  ...slowClients,
  ...hardQuestions,
  ...crowds,
  ...charts,
  guests,
  ...evaluation,
  notifying,
  ...alertReads,
  ...functions,
  ...rollouts,
  trash,
]

/** Measurements of another tenant: milliseconds of each call, health check and alert, and failures. */
interface Measured {
  took: number[]
  health: number[]
  /** Null for a missing alert. */
  alerts: (number | null)[]
  failures: string[]
}

/** Another tenant, which makes its calls for some seconds. */
export interface NeighbourProgram {
  task: Pick<Stage, 'url' | 'neighbour'>
  asked: { seconds: number }
  answer: Measured
}

/** Milliseconds of the slowest alert; Infinity for a missing one. */
const slowest = ({ alerts }: Measured) => Math.max(...alerts.map((took) => took ?? Infinity))

/** Attacks the server while another tenant measures, and prints the results. @returns whether all is well */
async function run(stage: Stage, measure: Ask<NeighbourProgram>, round: Round): Promise<boolean> {
  const idle = await measure({ seconds: SECONDS.idle })
  const before = stage.memory()
  let most = before
  const looking = setInterval(() => (most = Math.max(most, stage.memory())), LOOK)
  await stage.renew()
  const end = await round.begin(stage)
  const during = await measure({ seconds: SECONDS.attack })
  const { wrong, report } = await end()
  await wait(RECOVERY)
  const after = await measure({ seconds: SECONDS.after })
  clearInterval(looking)
  const allowed = Math.max(GOAL.times * quantile(idle.took, 0.99), GOAL.milliseconds)
  const late = Math.max(slowest(during), slowest(after))
  const silent = Math.max(...during.health, ...after.health)
  const leaked = await stage.leaked()
  wrong.push(
    ...sentences(
      [quantile(during.took, 0.99) > allowed, `another tenant waited more than ${allowed.toFixed(0)} ms`],
      [
        late > Math.max(ALERT.times * slowest(idle), ALERT.milliseconds),
        'an alert of another tenant came too late',
      ],
      [silent > HEALTH, `/health was silent for ${silent.toFixed(0)} ms`],
      [most > MEMORY, `the server took more than ${MEMORY} MB`],
      [leaked > 0, `${leaked} connections are still open`],
    ),
    ...new Set(during.failures.map((failure) => `another tenant: ${failure}`)),
    ...stage.objections(),
  )
  const milliseconds = (took: number) => took.toFixed(0).padStart(6)
  const seconds = (took: number) => (took === Infinity ? 'none' : (took / 1000).toFixed(1)).padStart(5)
  const parts = [idle, during, after]
  const figures = parts.flatMap(({ took }) => [0.5, 0.99].map((share) => milliseconds(quantile(took, share))))
  const alerts = parts.map((measured) => seconds(slowest(measured))).join(' ')
  console.log(
    `${round.name}\n${' '.repeat(30)}${figures.join(' ')}  ${milliseconds(silent)}  ${alerts}  ${before} to ${most}`,
  )
  if (report) console.log(`  answered: ${report}`)
  for (const sentence of wrong) console.log(`  FAILED ${sentence}`)
  return wrong.length === 0
}

/**
 * Attacks a server with its default configuration; meanwhile the calls and alerts of another tenant are timed.
 * @param only a regular expression for the names of the rounds to run
 * @returns the number of failed rounds
 */
export const flood = (only = ''): Promise<number> =>
  unlessStopped(async (lifetime) => {
    const stage = await openStage(lifetime)
    const { url, neighbour } = stage
    const measure = startApart<NeighbourProgram>(lifetime, new URL('neighbour.ts', import.meta.url), {
      url,
      neighbour,
    })
    await measure({ seconds: SECONDS.idle })
    console.log(
      `another tenant, in ms${' '.repeat(13)}idle        attack         after   health  alerts in s        memory in MB\n${' '.repeat(33)}p50    p99    p50    p99    p50    p99    most   idle attack after`,
    )
    let failures = 0
    for (const round of ROUNDS.filter(({ name }) => new RegExp(only).test(name))) {
      const isWell = await run(stage, measure, round).catch((error: unknown) => {
        console.log([`${round.name}\n  FAILED ${String(error)}`, ...stage.objections()].join('\n  FAILED '))
        return false
      })
      if (!isWell) failures++
    }
    return failures
  })
