import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/db/cluster/postmaster'
import { openDatabase } from '../../server/db/database'
import { readSigningKey } from '../../server/services/accounts/signIn/signingKey'
import { aUser } from '../support/builders'
import { startTestCluster } from '../support/cluster'
import { createDatabase } from '../support/database'
import { exitOf, killHard } from '../support/databaseProcess'
import { query } from '../support/query'
import { Client } from './client'
import { type Ask, badLines, judge } from './judge'
import { Ledger } from './ledger'
import { prepare, startLoad } from './load'
import { type ProxyName, startProxy } from './proxy'
import { startCounter } from './receiver'
import { clockAhead, type Env, startServer } from './server'
import { followMessages } from './tail'

/** Milliseconds of load before, between and after what is done to the copies. */
const PERIOD = 5000
/** Milliseconds in which a proxy sees that a copy is back, as docs/deployment.md says. */
const SEEN = 3000
/** How often each copy behind a proxy is started anew. */
const PROXIED_ROUNDS = 3
/** Milliseconds after which npm has passed a signal on. */
const PASSED_ON = 100
/** Deliveries of one connector that run at the same time, in all copies together. */
const DELIVERIES_AT_ONCE = 4
/** Guesses at one account from one address; see `rateLimit.ts`. */
const GUESSES = 10
/** Guesses that are allowed again while a slow machine tries them. */
const FORGIVEN = 2

/** Days that the clock of the last copy is ahead, where libfaketime is installed. */
const DAYS_AHEAD = 40
/** A copy that went by such a clock would delete what is written now: no month ends later. */
const RETENTION = { MESSAGE_RETENTION_DAYS: '1', DELIVERY_RETENTION_DAYS: '1', AUDIT_RETENTION_DAYS: '1' }

/** What of the copy whose clock is ahead is wrong: its log says so, and nothing has a time to come. */
async function judgeClock(ask: Ask, said: string): Promise<string[]> {
  const wrong: string[] = []
  if (!said.includes(`the clock of this machine is ${DAYS_AHEAD} days ahead`))
    wrong.push('the copy whose clock is ahead does not say so')
  for (const table of ['message', 'device', 'delivery', 'audit_entry']) {
    const [row] = await ask(
      `select count(*)::int as later from ${table} where created_at > clock_timestamp() + interval '1 minute'`,
    )
    if (row?.later !== 0) wrong.push(`${String(row?.later)} rows of ${table} have a time to come`)
  }
  return wrong
}

/** How many wrong passwords the copies together let somebody try. */
async function guess({ urls }: Client, email: string): Promise<number> {
  for (let tried = 0; ; tried++) {
    const answer = await fetch(`${urls[tried % urls.length]}/v2/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: `wrong password ${tried}` }),
    })
    await answer.text()
    if (answer.status === 429 || tried > 5 * GUESSES) return tried
  }
}

interface Surroundings {
  /** URL of a PostgreSQL in which a database can be created; by default one is started. */
  database?: string | undefined
  /** Behind it there are two copies, and nothing may tell of what is done to them. */
  proxy?: ProxyName | undefined
}

/**
 * Runs copies of the server on one PostgreSQL under mixed load, and restarts each. Without a proxy one is killed, too.
 * @returns what is wrong, in sentences
 */
export async function crashCopies(copies: number, { database, proxy }: Surroundings): Promise<string[]> {
  const cluster = database === undefined ? await startTestCluster() : undefined
  const databaseUrl = await createDatabase(database ?? cluster?.connectionString)
  const ask: Ask = async (statement, values) => query(databaseUrl, statement, values)
  const proxied: Env = proxy ? { TRUST_PROXY: '1', PUBLIC_URL: 'https://spaceport.example.com' } : {}
  const env: Env = { DATABASE_URL: databaseUrl, DEMO: '0', ...RETENTION, ...proxied }
  const ahead = clockAhead(DAYS_AHEAD)
  const ports: number[] = []
  while (ports.length < copies) ports.push(await freePort())
  /** The variables of a copy. */
  const envOf = (copy: number) => (copy === copies - 1 ? { ...env, ...ahead } : env)
  const servers = await Promise.all(ports.map(async (port, copy) => startServer(port, envOf(copy))))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)

  const db = openDatabase(databaseUrl, () => undefined)
  const filler = { db, deps: { signingKey: await readSigningKey(db), now: () => new Date() } }
  const person = await aUser({ ...filler, call: () => Promise.reject(new Error('not used')) })
  const receiver = await startCounter()
  const ledger = new Ledger()
  const [one = '', two = ''] = ports.map((port) => `127.0.0.1:${port}`)
  const before = proxy && (await startProxy(proxy, [one, two]))
  const client = new Client(before ? [before.url] : urls, person.token, ledger)
  client.isDatabaseWell = true
  const stage = await prepare(client, receiver.url)
  const tail = followMessages(client, stage.spaceId)
  const load = startLoad(client, stage)
  const wrong: string[] = []
  const logged: string[] = []

  /** Ends a copy in some way, and starts it again. */
  const renew = async (copy: number, end: (child: (typeof servers)[number]['child']) => Promise<void>) => {
    const [server, url, port] = [servers[copy], urls[copy], ports[copy]]
    if (!server || url === undefined || port === undefined) throw new Error(`There is no copy ${copy}.`)
    const [broken, refused] = [ledger.broken, ledger.refused]
    client.down.add(url)
    await end(server.child)
    logged.push(...badLines(server.said()))
    servers[copy] = await startServer(port, envOf(copy))
    client.down.delete(url)
    return `${ledger.broken - broken} calls broken, ${ledger.refused - refused} went to another copy at once`
  }

  await wait(PERIOD)
  for (let turn = 0; turn < copies * (proxy ? PROXIED_ROUNDS : 1); turn++) {
    const copy = turn % copies
    const began = performance.now()
    let took = 0
    const told = await renew(copy, async (child) => {
      const ended = exitOf(child)
      child.kill('SIGTERM')
      await wait(PASSED_ON)
      child.kill('SIGTERM')
      await ended
      took = performance.now() - began
      if (child.exitCode !== 0) wrong.push(`copy ${copy + 1} ended with code ${child.exitCode}`)
    })
    console.log(`${copy + 1}  ended in ${Math.round(took)} ms and started anew: ${told}`)
    await wait(proxy ? SEEN : PERIOD)
  }
  if (ledger.broken > 0) wrong.push(`${ledger.broken} calls broke while copies were started anew`)
  const againBefore = receiver.again()
  if (againBefore > 0) wrong.push(`${againBefore} deliveries were made twice without a kill`)

  if (!proxy) console.log(`1  killed: ${await renew(0, killHard)}`)
  await wait(PERIOD)
  const guesses = await guess(client, person.email)
  if (guesses < GUESSES || guesses > GUESSES + FORGIVEN)
    wrong.push(`the copies let somebody guess ${guesses} times in place of ${GUESSES}`)
  await load.stop()
  wrong.push(...(await judge(ask, { ledger, spaceId: stage.spaceId, receiver, tail })))
  if (ahead) wrong.push(...(await judgeClock(ask, servers.at(-1)?.said() ?? '')))
  const again = receiver.again() - againBefore
  if (again > DELIVERIES_AT_ONCE) wrong.push(`the kill repeated ${again} deliveries`)
  if (receiver.most() > DELIVERIES_AT_ONCE)
    wrong.push(`${receiver.most()} deliveries of one connector ran at once`)

  for (const server of servers) {
    const ended = exitOf(server.child)
    server.child.kill('SIGTERM')
    await ended
    logged.push(...badLines(server.said()))
  }
  wrong.push(...logged.map((line) => `logged: ${line.slice(0, 500)}`))
  await before?.stop()
  await receiver.stop()
  await db.$client.end()
  await cluster?.stop()
  console.log(
    `\n${copies} copies${proxy ? ` behind ${proxy}` : ''}${ahead ? `, the clock of one ${DAYS_AHEAD} days ahead` : ''}: ${ledger.devices.length} devices and ${ledger.messages.length} messages acknowledged; answers ${ledger.statuses}; ${receiver.arrived.size} messages delivered, ${again} again because of the kill, ${receiver.most()} at once at most; the tail saw ${tail.seen()} messages; ${guesses} guesses at a password.`,
  )
  return wrong
}
