import { type Db, openDatabase } from '../../server/db/database'
import { readSigningKey } from '../../server/services/accounts/signIn/signingKey'
import type { Fillable } from '../support/builders'
import { type StartedServer, startProcess } from '../support/serverProcess'

/** The real server in a process of its own, on a database that outlives it. */
export class Target implements Fillable {
  readonly db: Db
  readonly deps: Fillable['deps']
  readonly #databaseUrl: string
  #server: StartedServer

  private constructor(databaseUrl: string, deps: Fillable['deps'], db: Db, server: StartedServer) {
    this.#databaseUrl = databaseUrl
    this.deps = deps
    this.db = db
    this.#server = server
  }

  static async start(databaseUrl: string): Promise<Target> {
    const server = await spawn(databaseUrl)
    const db = openDatabase(databaseUrl, () => undefined)
    const deps = { signingKey: await readSigningKey(db), now: () => new Date() }
    return new Target(databaseUrl, deps, db, server)
  }

  /** Kills the server without warning, and starts the next one. */
  async kill() {
    await this.#server.stop('SIGKILL')
    this.#server = await spawn(this.#databaseUrl)
  }

  async stop() {
    await this.#server.stop()
    await this.db.$client.end()
  }

  call: Fillable['call'] = (method, path, options) =>
    fetch(`${this.#server.url}/v2${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${options?.token}` },
      ...(options?.body !== undefined && { body: JSON.stringify(options.body) }),
    })
}

async function spawn(databaseUrl: string): Promise<StartedServer> {
  const env = { DATABASE_URL: databaseUrl, DEMO: '0', ALLOW_PRIVATE_WEBHOOKS: '1' }
  const server = await startProcess(env)
  if (server.url === undefined) throw new Error(`The server did not start:\n${server.said()}`)
  return server
}
