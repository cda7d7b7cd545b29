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
import { startCounter } from './receiver'
import { startServer } from './server'
import { followMessages } from './tail'

/** Milliseconds of load before, between and after what is done to the copies. */
const PERIOD = 5000
/** Deliveries of one connector that run at the same time, in all copies together. */
const DELIVERIES_AT_ONCE = 4
/** Guesses at one account from one address; see `rateLimit.ts`. */
const GUESSES = 10
/** Guesses that are allowed again while a slow machine tries them. */
const FORGIVEN = 2

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

/**
 * Runs copies of the server on one PostgreSQL under mixed load, restarts each, and kills one.
 * @param database URL of a PostgreSQL in which a database can be created; by default one is started
 * @returns what is wrong, in sentences
 */
export async function crashCopies(copies: number, database?: string): Promise<string[]> {
  const cluster = database === undefined ? await startTestCluster() : undefined
  const databaseUrl = await createDatabase(database ?? cluster?.connectionString)
  const ask: Ask = async (statement, values) => query(databaseUrl, statement, values)
  const env = { DATABASE_URL: databaseUrl, DEMO: '0' }
  const ports: number[] = []
  while (ports.length < copies) ports.push(await freePort())
  const servers = await Promise.all(ports.map(async (port) => startServer(port, env)))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)

  const db = openDatabase(databaseUrl, () => undefined)
  const filler = { db, deps: { signingKey: await readSigningKey(db), now: () => new Date() } }
  const person = await aUser({ ...filler, call: () => Promise.reject(new Error('not used')) })
  const receiver = await startCounter()
  const ledger = new Ledger()
  const client = new Client(urls, person.token, ledger)
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
    servers[copy] = await startServer(port, env)
    client.down.delete(url)
    return `${ledger.broken - broken} calls broken, ${ledger.refused - refused} went to another copy at once`
  }

  await wait(PERIOD)
  for (let copy = 0; copy < copies; copy++) {
    const began = performance.now()
    let took = 0
    const told = await renew(copy, async (child) => {
      const ended = exitOf(child)
      child.kill('SIGTERM')
      await ended
      took = performance.now() - began
      if (child.exitCode !== 0) wrong.push(`copy ${copy + 1} ended with code ${child.exitCode}`)
    })
    console.log(`${copy + 1}  ended in ${Math.round(took)} ms and started anew: ${told}`)
    await wait(PERIOD)
  }
  if (ledger.broken > 0) wrong.push(`${ledger.broken} calls broke while copies were started anew`)
  const againBefore = receiver.again()
  if (againBefore > 0) wrong.push(`${againBefore} deliveries were made twice without a kill`)

  console.log(`1  killed: ${await renew(0, killHard)}`)
  await wait(PERIOD)
  const guesses = await guess(client, person.email)
  if (guesses < GUESSES || guesses > GUESSES + FORGIVEN)
    wrong.push(`the copies let somebody guess ${guesses} times in place of ${GUESSES}`)
  await load.stop()
  wrong.push(...(await judge(ask, { ledger, spaceId: stage.spaceId, receiver, tail })))
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
  await receiver.stop()
  await db.$client.end()
  await cluster?.stop()
  console.log(
    `\n${copies} copies: ${ledger.devices.length} devices and ${ledger.messages.length} messages acknowledged; answers ${ledger.statuses}; ${receiver.arrived.size} messages delivered, ${again} again because of the kill, ${receiver.most()} at once at most; the tail saw ${tail.seen()} messages; ${guesses} guesses at a password.`,
  )
  return wrong
}
