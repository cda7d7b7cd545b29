import { setTimeout as wait } from 'node:timers/promises'
import { type Db, openDatabase } from '../../server/db/database'
import { readSigningKey } from '../../server/services/accounts/signIn/signingKey'
import { databaseFaults } from '../crash/faults'
import type { startDatabase } from '../soak/copies'
import type { Fillable } from '../support/builders'
import { type StartedServer, startProcess } from '../support/serverProcess'

type Database = Awaited<ReturnType<typeof startDatabase>>

const COPIES = 2
/** What is killed, in turns. */
const KILLED = ['copy', 'both copies', 'postmaster', 'copy', 'copy and postmaster'] as const
type Killed = (typeof KILLED)[number]

/** Two copies of the real server, each in a process of its own, on a database that outlives them. */
export class Target implements Fillable {
  readonly db: Db
  readonly deps: Fillable['deps']
  readonly #database: Database
  readonly #copies: StartedServer[]
  #kills = 0

  private constructor(database: Database, deps: Fillable['deps'], db: Db, copies: StartedServer[]) {
    this.#database = database
    this.deps = deps
    this.db = db
    this.#copies = copies
  }

  static async start(database: Database): Promise<Target> {
    const copies: StartedServer[] = []
    while (copies.length < COPIES) copies.push(await spawn(database.url))
    const db = openDatabase(database.url, () => undefined)
    const deps = { signingKey: await readSigningKey(db), now: () => new Date() }
    return new Target(database, deps, db, copies)
  }

  /** Kills a copy, both, PostgreSQL, or a copy and PostgreSQL, and waits until all are back. @returns what it was */
  async kill(random: () => number): Promise<Killed> {
    const what = KILLED[this.#kills++ % KILLED.length] ?? 'copy'
    const copies = what === 'both copies' ? this.#copies : what === 'postmaster' ? [] : [this.#any(random)]
    const isDatabase = what === 'postmaster' || what === 'copy and postmaster'
    await Promise.all([
      ...copies.map((copy) => copy.stop('SIGKILL')),
      isDatabase && databaseFaults.postmaster(this.#database.ask, this.#database.pgdata),
    ])
    await this.#isDatabaseBack()
    for (const copy of copies) this.#copies[this.#copies.indexOf(copy)] = await spawn(this.#database.url)
    return what
  }

  async stop() {
    for (const copy of this.#copies) await copy.stop()
    await this.db.$client.end()
  }

  call: Fillable['call'] = (method, path, options) =>
    fetch(`${this.#any(Math.random).url}/v2${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${options?.token}` },
      ...(options?.body !== undefined && { body: JSON.stringify(options.body) }),
    })

  #any(random: () => number): StartedServer {
    const copy = this.#copies[Math.floor(random() * this.#copies.length)]
    if (!copy) throw new Error('No copy of the server runs.')
    return copy
  }

  async #isDatabaseBack(): Promise<void> {
    while ((await this.#database.ask('select 1').catch(() => undefined)) === undefined) await wait(50)
  }
}

async function spawn(databaseUrl: string): Promise<StartedServer> {
  const env = { DATABASE_URL: databaseUrl, DEMO: '0', ALLOW_PRIVATE_WEBHOOKS: '1' }
  const server = await startProcess(env)
  if (server.url === undefined) throw new Error(`The server did not start:\n${server.said()}`)
  return server
}
