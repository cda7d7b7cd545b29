import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Lifetime } from '../../server/lifetime'
import { Client } from '../harness/client'
import { Copies, type Env } from '../harness/copies'
import { type Ask, openFiller } from '../harness/database'
import { ask as askServer } from '../harness/http'
import { sentences, type Verdict } from '../harness/tool'
import { aUser } from '../support/builders'
import { startTestCluster } from '../support/cluster'
import { createDatabase } from '../support/database'
import { query } from '../support/query'
import { startLoad } from './load'
import { type ProxyName, startProxy } from './proxy'

/** Milliseconds of load before, between and after the faults. */
const PERIOD = 5000
/** Milliseconds in which a proxy detects that a copy is back, as in docs/deployment.md. */
const SEEN = 3000
/** Restarts of each copy behind a proxy. */
const PROXIED_ROUNDS = 3
/** Milliseconds until npm has forwarded a signal. */
const PASSED_ON = 100
/** Simultaneous deliveries of one connector, in all copies together. */
const DELIVERIES_AT_ONCE = 4
/**
 * Guesses at one account from one address (see `rateLimit.ts`), and those that are allowed again meanwhile on a slow
 * machine.
 */
const GUESSES = 10
const FORGIVEN = 2

/** Days that the clock of the last copy is ahead, if libfaketime is installed. */
const DAYS_AHEAD = 40
/** Short retention: a copy that trusted such a clock would delete current rows, because no month ends later. */
const RETENTION = { MESSAGE_RETENTION_DAYS: '1', DELIVERY_RETENTION_DAYS: '1', AUDIT_RETENTION_DAYS: '1' }

/** Path of Debian's libfaketime, which gives a process another time; undefined when it is not installed. */
const faketime = readdirSync('/usr/lib')
  .map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`)
  .find(existsSync)

/** Environment of a server whose clock is ahead, but whose timers are right; undefined without libfaketime. */
const AHEAD: Env | undefined = faketime
  ? { LD_PRELOAD: faketime, FAKETIME: `+${DAYS_AHEAD}d`, DONT_FAKE_MONOTONIC: '1' }
  : undefined

/** Checks the copy whose clock is ahead: its log must say so, and nothing may have a future time. */
async function judgeClock(ask: Ask, said: string): Promise<string[]> {
  const isSaid = said.includes(`the clock of this machine is ${DAYS_AHEAD} days ahead`)
  const wrong = sentences([!isSaid, 'the copy whose clock is ahead does not say so'])
  for (const table of ['message', 'device', 'delivery', 'audit_entry']) {
    const [row] = await ask(
      `select count(*)::int as later from ${table} where created_at > clock_timestamp() + interval '1 minute'`,
    )
    wrong.push(...sentences([row?.later !== 0, `${String(row?.later)} rows of ${table} have a time to come`]))
  }
  return wrong
}

/** Number of wrong passwords that the copies together accept. */
async function guess(client: Client, email: string): Promise<number> {
  for (let tried = 0; ; tried++) {
    const body = { email, password: `wrong password ${tried}` }
    const { status } = await askServer(client.next(), { method: 'POST', path: '/v2/auth/login', body })
    if (status === 429 || tried > 5 * GUESSES) return tried
  }
}

interface Surroundings {
  /** URL of a PostgreSQL server on which a database can be created; by default one is started. */
  database?: string | undefined
  /** A proxy before two copies, whose restarts no client may notice. */
  proxy?: ProxyName | undefined
}

/**
 * Runs copies of the server on one PostgreSQL under mixed load, and restarts each. Without a proxy it also kills one.
 */
export async function crashCopies(
  lifetime: Lifetime,
  count: number,
  { database, proxy }: Surroundings,
): Promise<Verdict> {
  const cluster = database === undefined ? await startTestCluster() : undefined
  lifetime.defer(async () => cluster?.stop())
  const databaseUrl = await createDatabase(database ?? cluster?.connectionString)
  const ask: Ask = async (statement, values) => query(databaseUrl, statement, values)
  const proxied: Env = proxy ? { TRUST_PROXY: '1', PUBLIC_URL: 'https://spaceport.example.com' } : {}
  const env: Env = { DATABASE_URL: databaseUrl, DEMO: '0', ...RETENTION, ...proxied }
  const envOf = (copy: number) => (copy === count - 1 ? { ...env, ...AHEAD } : env)
  const copies = await Copies.start(lifetime, count, envOf)

  const person = await aUser(await openFiller(lifetime, databaseUrl))
  const [one = '', two = ''] = copies.urls.map((url) => new URL(url).host)
  const before = proxy && (await startProxy(lifetime, proxy, [one, two]))
  const client = new Client(before ? { urls: [before], down: new Set() } : copies, person.token)
  client.isDatabaseWell = true
  const { ledger } = client
  const load = await startLoad(lifetime, client)
  const { receiver } = load
  const wrong: string[] = []

  /** Ends a copy with a signal, and starts it again. */
  const renew = async (...given: Parameters<Copies['renew']>) => {
    const [broken, refused] = [ledger.broken, ledger.refused]
    await copies.renew(...given)
    return `${ledger.broken - broken} calls broken, ${ledger.refused - refused} went to another copy at once`
  }

  await wait(PERIOD)
  for (let round = 0; round < count * (proxy ? PROXIED_ROUNDS : 1); round++) {
    const began = performance.now()
    let took = 0
    const impact = await renew([round % count], async (server, copy) => {
      server.signal('SIGTERM')
      await wait(PASSED_ON)
      const code = await server.stop()
      took = performance.now() - began
      wrong.push(...sentences([code !== 0, `copy ${copy + 1} ended with code ${code}`]))
    })
    console.log(`${(round % count) + 1}  ended in ${Math.round(took)} ms and started anew: ${impact}`)
    await wait(proxy ? SEEN : PERIOD)
  }
  const againBefore = receiver.again()
  wrong.push(
    ...sentences(
      [ledger.broken > 0, `${ledger.broken} calls broke while copies were started anew`],
      [againBefore > 0, `${againBefore} deliveries were made twice without a kill`],
    ),
  )
  if (!proxy) console.log(`1  killed: ${await renew([0], (server) => server.stop('SIGKILL'))}`)
  await wait(PERIOD)
  const guesses = await guess(client, person.email)
  wrong.push(...(await load.judge(ask)))
  if (AHEAD) wrong.push(...(await judgeClock(ask, copies.said(count - 1))))
  const [again, most] = [receiver.again() - againBefore, receiver.most()]
  wrong.push(
    ...sentences(
      [
        guesses < GUESSES || guesses > GUESSES + FORGIVEN,
        `somebody could guess ${guesses} times, not ${GUESSES}`,
      ],
      [again > DELIVERIES_AT_ONCE, `the kill repeated ${again} deliveries`],
      [most > DELIVERIES_AT_ONCE, `${most} deliveries of one connector ran at once`],
    ),
    ...(await copies.stop()),
  )
  const how = `${proxy ? ` behind ${proxy}` : ''}${AHEAD ? `, the clock of one ${DAYS_AHEAD} days ahead` : ''}`
  return { wrong, done: `${count} copies${how}: ${load.summary()}; ${guesses} guesses at a password.` }
}
