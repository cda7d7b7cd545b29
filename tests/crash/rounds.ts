import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '#contract'
import { ROLE, readPassword } from '../../server/db/cluster/initialise'
import { freePort } from '../../server/db/cluster/postmaster'
import { withPatience } from '../../server/db/pool'
import { exitOf, killHard, postmasterPid } from '../support/databaseProcess'
import { query } from '../support/query'
import { Client } from './client'
import { databaseFaults, type Fault } from './faults'
import { type Ask, badLines, countLost, judge } from './judge'
import { Ledger } from './ledger'
import { prepare, startLoad } from './load'
import { seeded } from './random'
import { startCounter } from './receiver'
import { spawnServer, startServer } from './server'
import { followMessages } from './tail'

const FIRST_START_KILLS = 4
const DEMO_DEVICES = 60
/** Milliseconds in which calls must succeed again after a fault. */
const PATIENCE = 60_000

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password: 'demo-demo' }),
  })
  return api.auth.login.answer.parse(await answer.json()).access_token
}

/** Milliseconds until a call that began after the fault succeeds. */
async function recovery(ledger: Ledger): Promise<number> {
  const until = performance.now() + PATIENCE
  while (ledger.recoveredIn === undefined) {
    if (performance.now() > until) throw new Error(`No call succeeded within ${PATIENCE} ms after the fault.`)
    await wait(10)
  }
  return ledger.recoveredIn
}

const median = (values: readonly number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)

/**
 * Runs one server with its own PostgreSQL under mixed load, and harms it once in each round.
 * @returns what is wrong, in sentences
 */
export async function crashRounds(faults: readonly Fault[], seed: number): Promise<string[]> {
  const random = seeded(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'spaceport-crash-'))
  const pgdata = join(dataDir, 'postgres')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { DATA_DIR: dataDir, DEMO: '1' }
  // A call may have succeeded just before PostgreSQL notices the harm.
  const ask: Ask = async (statement, values) =>
    withPatience(async () => {
      const databasePort = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')[3]
      return query(
        `postgresql://${ROLE}:${readPassword(pgdata)}@127.0.0.1:${databasePort}/${ROLE}`,
        statement,
        values,
      )
    }, PATIENCE)

  for (let kill = 1; kill <= FIRST_START_KILLS; kill++) {
    const afterMs = Math.round(500 + random() * 6000)
    const child = spawnServer(port, env)
    await wait(afterMs)
    await killHard(child)
    console.log(` 0  killed in its first start after ${afterMs} ms`)
  }
  let server = await startServer(port, env)
  const first = server.startedInMs
  const [demo] = await ask('select count(*)::int as devices from device')
  if (demo?.devices !== DEMO_DEVICES) throw new Error(`The demo has ${String(demo?.devices)} devices.`)

  const receiver = await startCounter()
  const ledger = new Ledger()
  const client = new Client([url], await signIn(url), ledger)
  const stage = await prepare(client, receiver.url)
  const tail = followMessages(client, stage.spaceId)
  const load = startLoad(client, stage)
  const starts: number[] = []
  const logged: string[] = []
  const wrong: string[] = []

  const killServer = async (isWithDatabase: boolean) => {
    client.down.add(url)
    const postmaster = postmasterPid(pgdata)
    const kills = [async () => killHard(server.child)]
    if (isWithDatabase)
      kills.splice(random() < 0.5 ? 0 : 1, 0, async () => void process.kill(postmaster, 'SIGKILL'))
    for (const kill of kills) {
      await kill()
      if (isWithDatabase) await wait(random() * 50)
    }
    logged.push(...badLines(server.said()))
    server = await startServer(port, env)
    client.down.delete(url)
    starts.push(server.startedInMs)
  }

  for (const [index, fault] of faults.entries()) {
    const before = ledger.acknowledged
    const afterMs = Math.round(100 + random() * 1900)
    await wait(afterMs)
    ledger.longest = 0
    if (fault === 'server' || fault === 'both') await killServer(fault === 'both')
    else await databaseFaults[fault](ask, pgdata)
    ledger.expectSuccess()
    const recovered = await recovery(ledger)
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      throw new Error(`The server has ended by itself:\n${server.said()}`)
    const lost = await countLost(ask, ledger)
    if (lost > 0) wrong.push(`round ${index + 1} lost ${lost} writes`)
    console.log(
      `${String(index + 1).padStart(2)}  ${fault.padEnd(10)} after ${afterMs} ms, ${ledger.acknowledged - before} writes acknowledged; first success after ${Math.round(recovered)} ms, longest call ${Math.round(ledger.longest)} ms; lost ${lost}`,
    )
  }
  await load.stop()
  wrong.push(...(await judge(ask, { ledger, spaceId: stage.spaceId, receiver, tail })))
  logged.push(...badLines(server.said()))
  wrong.push(...logged.map((line) => `logged: ${line.slice(0, 500)}`))

  const ended = exitOf(server.child)
  server.child.kill('SIGTERM')
  await ended
  await receiver.stop()
  rmSync(dataDir, { recursive: true, force: true })
  console.log(
    `\n${faults.length} faults (seed ${seed}): ${ledger.devices.length} devices, ${ledger.messages.length} messages and changes of ${ledger.variables.size + ledger.renamed.size} records acknowledged; answers ${ledger.statuses}; ${receiver.arrived.size} messages delivered, ${receiver.again()} requests came again; first start ${Math.round(first)} ms, starts after a kill ${median(starts)} ms (median), ${Math.round(Math.max(...starts, 0))} ms (longest).`,
  )
  return wrong
}
