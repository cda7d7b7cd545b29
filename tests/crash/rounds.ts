import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '#contract'
import { ROLE, readPassword } from '../../server/db/cluster/initialise'
import { freePort } from '../../server/db/cluster/postmaster'
import { withPatience } from '../../server/db/pool'
import type { Lifetime } from '../../server/lifetime'
import { Client } from '../harness/client'
import { badLines, startCopy } from '../harness/copies'
import { type Ask, aFolder } from '../harness/database'
import { databaseFaults, type Fault } from '../harness/faults'
import { median } from '../harness/figures'
import { call } from '../harness/http'
import { seeded, type Verdict } from '../harness/tool'
import { postmasterPid } from '../support/databaseProcess'
import { query } from '../support/query'
import { spawnServer } from '../support/serverProcess'
import { countLost } from './judge'
import { startLoad } from './load'

const FIRST_START_KILLS = 4
const DEMO_DEVICES = 60
/** Milliseconds in which calls must succeed again after a fault. */
const PATIENCE = 60_000

/** Runs one server with its own PostgreSQL under mixed load, with one fault in each round. */
export async function crashRounds(
  lifetime: Lifetime,
  faults: readonly Fault[],
  seed: number,
): Promise<Verdict> {
  const random = seeded(seed)
  const dataDir = aFolder(lifetime)
  const pgdata = join(dataDir, 'postgres')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { DATA_DIR: dataDir, DEMO: '1' }
  // A call may succeed just before PostgreSQL notices the fault.
  const ask: Ask = async (statement, values) =>
    withPatience(async () => {
      const databasePort = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')[3]
      const address = `${ROLE}:${readPassword(pgdata)}@127.0.0.1:${databasePort}/${ROLE}`
      return query(`postgresql://${address}`, statement, values)
    }, PATIENCE)

  for (let kill = 1; kill <= FIRST_START_KILLS; kill++) {
    const afterMs = Math.round(500 + random() * 6000)
    const young = await spawnServer({ PORT: String(port), ...env })
    await wait(afterMs)
    await young.stop('SIGKILL')
    console.log(` 0  killed in its first start after ${afterMs} ms`)
  }
  let server = await startCopy(port, env)
  lifetime.defer(async () => void (await server.stop()))
  const first = server.startedInMs
  const [demo] = await ask('select count(*)::int as devices from device')
  if (demo?.devices !== DEMO_DEVICES) throw new Error(`The demo has ${String(demo?.devices)} devices.`)

  const body = { email: 'demo@example.com', password: 'demo-demo' }
  const { access_token } = api.auth.login.answer.parse(await call(url, 'POST', '/auth/login', { body }))
  const down = new Set<string>()
  const client = new Client({ urls: [url], down }, access_token)
  const { ledger } = client
  const load = await startLoad(lifetime, client)
  const starts: number[] = []
  const wrong: string[] = []

  const killServer = async (isWithDatabase: boolean) => {
    down.add(url)
    const postmaster = postmasterPid(pgdata)
    const kills: (() => unknown)[] = [() => server.stop('SIGKILL')]
    if (isWithDatabase) kills.splice(random() < 0.5 ? 0 : 1, 0, () => process.kill(postmaster, 'SIGKILL'))
    for (const kill of kills) {
      await kill()
      if (isWithDatabase) await wait(random() * 50)
    }
    wrong.push(...badLines(server))
    server = await startCopy(port, env)
    down.delete(url)
    starts.push(server.startedInMs)
  }
  /** Milliseconds until a call that starts after the fault succeeds. */
  const recovery = async (): Promise<number> => {
    for (const until = performance.now() + PATIENCE; performance.now() < until; await wait(10))
      if (ledger.recoveredIn !== undefined) return ledger.recoveredIn
    throw new Error(`No call succeeded within ${PATIENCE} ms after the fault.`)
  }

  for (const [index, fault] of faults.entries()) {
    const before = ledger.acknowledged
    const afterMs = Math.round(100 + random() * 1900)
    await wait(afterMs)
    ledger.longest = 0
    if (fault === 'server' || fault === 'both') await killServer(fault === 'both')
    else await databaseFaults[fault](ask, pgdata)
    ledger.expectSuccess()
    const recovered = await recovery()
    if (server.isEnded()) throw new Error(`The server has ended by itself:\n${server.said()}`)
    const lost = await countLost(ask, ledger)
    if (lost > 0) wrong.push(`round ${index + 1} lost ${lost} writes`)
    console.log(
      `${String(index + 1).padStart(2)}  ${fault.padEnd(10)} after ${afterMs} ms, ${ledger.acknowledged - before} writes acknowledged; first success after ${Math.round(recovered)} ms, longest call ${Math.round(ledger.longest)} ms; lost ${lost}`,
    )
  }
  wrong.push(...(await load.judge(ask)), ...badLines(server))
  const [usual, longest] = [median(starts), Math.max(...starts, 0)].map(Math.round)
  const done = `${faults.length} faults (seed ${seed}): ${load.summary()}, and changes of ${ledger.variables.size + ledger.renamed.size} records; first start ${Math.round(first)} ms, starts after a kill ${usual} ms (median), ${longest} ms (longest).`
  return { wrong, done }
}
