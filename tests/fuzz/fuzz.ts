// Runs every script of the corpus through the server's threads and through the console's worker in Chromium. None may
// reach anything, each must end in time, and an honest run after each must be right.
// npm run fuzz [-- --only <kind>]
import { parseArgs } from 'node:util'
import { type Attack, corpus } from './corpus'
import { browserHome, type Home, serverHome, startListener } from './homes'
import { endOf, HONEST, HONEST_VALUE, INPUT, objectionTo, scriptOf } from './judge'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const attacks = corpus.filter(({ kind }) => values.only === undefined || kind === values.only)
/** In which an attack must have ended and an honest run have followed it, on a slow machine, in milliseconds. */
const OUTER_LIMIT = 5000

interface Ended {
  attack: Attack
  end: string
  milliseconds: number
  objections: string[]
}

async function attackOne(home: Home, attack: Attack, listener: string): Promise<Ended> {
  const startedAt = performance.now()
  const outcome = await home.run(scriptOf(attack, listener), INPUT)
  const milliseconds = performance.now() - startedAt
  const honest = await home.run(HONEST, INPUT)
  const objections = [objectionTo(attack, outcome)]
  if (endOf(honest) !== HONEST_VALUE) objections.push(`the honest run after it gave ${endOf(honest)}`)
  if (performance.now() - startedAt > OUTER_LIMIT) objections.push('it took too long')
  return {
    attack,
    end: endOf(outcome),
    milliseconds,
    objections: objections.filter((objection) => objection !== undefined),
  }
}

function print(name: string, all: Ended[], asked: string[]) {
  console.log(`\n${all.length} attacks on ${name}`)
  for (const kind of new Set(all.map(({ attack }) => attack.kind))) {
    const ended = all.filter(({ attack }) => attack.kind === kind)
    const late = ended.filter(({ end }) => end === 'TimeoutError').length
    const outOfMemory = ended.filter(({ end }) => end === 'MemoryError').length
    const slowest = Math.max(...ended.map(({ milliseconds }) => milliseconds))
    console.log(
      `  ${kind.padEnd(20)}${String(ended.length).padStart(4)}  out of time ${String(late).padStart(3)}, of memory ${String(outOfMemory).padStart(3)}, slowest ${(slowest / 1000).toFixed(2).padStart(5)} s`,
    )
  }
  const objections = all.flatMap(({ attack, objections }) =>
    objections.map((objection) => `${attack.kind}, ${attack.name}: ${objection}`),
  )
  for (const objection of [...objections, ...asked.map((address) => `asked for ${address}`)])
    console.log(`  FAILED ${objection}`)
  console.log(`  got out: ${asked.length}, other objections: ${objections.length}`)
  return objections.length + asked.length
}

const listener = await startListener()
let failures = 0
for (const start of [serverHome, browserHome]) {
  const home = await start()
  try {
    const ended: Ended[] = []
    for (const attack of attacks) ended.push(await attackOne(home, attack, listener.url))
    failures += print(home.name, ended, home.asked())
  } finally {
    await home.close()
  }
}
await listener.close()
for (const request of listener.heard) console.log(`FAILED the listener was asked: ${request}`)
const passed = failures === 0 && listener.heard.length === 0
console.log(passed ? '\npassed' : '\nFAILED')
process.exitCode = passed ? 0 : 1
