import { freePort } from '../../server/db/cluster/postmaster'
import type { Lifetime } from '../../server/lifetime'
import { type StartedServer, startProcess } from '../support/serverProcess'
import type { Database } from './database'
import { databaseFaults } from './faults'

export type Env = Record<string, string>

/** Victims of kills, in rotation. */
const KILLED = ['copy', 'postmaster', 'copy and postmaster', 'backend', 'copy', 'both copies'] as const

/** Lines that must not be in a server's log. */
export const badLines = ({ said }: Pick<StartedServer, 'said'>): string[] =>
  said()
    .split('\n')
    .filter((line) => /unexpected error|nothing waited for|ERR_UNHANDLED/.test(line))
    .map((line) => `logged: ${line.slice(0, 500)}`)

/** Starts the server on a port, as its users do. @throws Error with its output when it does not start */
export async function startCopy(port: number, env: Env): Promise<StartedServer> {
  const all = { PORT: String(port), ALLOW_PRIVATE_WEBHOOKS: '1', ...env }
  const server = await startProcess(all)
  if (server.url === undefined) throw new Error(`The server did not start:\n${server.said()}`)
  return server
}

/** Copies of the real server on one database, which can be ended and restarted. */
export class Copies {
  /** Copies that are being ended or started, and need not answer. */
  readonly down = new Set<string>()
  readonly urls: readonly string[]
  readonly #servers: StartedServer[]
  readonly #envOf: (copy: number) => Env
  readonly #logged: string[] = []
  #kills = 0

  private constructor(urls: readonly string[], servers: StartedServer[], envOf: (copy: number) => Env) {
    this.urls = urls
    this.#servers = servers
    this.#envOf = envOf
  }

  /** @param envOf environment of a copy, numbered from 0 */
  static async start(lifetime: Lifetime, count: number, envOf: (copy: number) => Env): Promise<Copies> {
    const ports: number[] = []
    while (ports.length < count) ports.push(await freePort())
    const servers = await Promise.all(ports.map((port, copy) => startCopy(port, envOf(copy))))
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const copies = new Copies(urls, servers, envOf)
    lifetime.defer(async () => void (await copies.stop()))
    return copies
  }

  /** Output of a copy since its last start. */
  said = (copy: number) => this.#servers[copy]?.said() ?? ''

  /** Ends copies, runs the work meanwhile, and starts them again. */
  async renew(
    copies: readonly number[],
    end: (server: StartedServer, copy: number) => Promise<unknown>,
    meanwhile?: () => Promise<unknown>,
  ): Promise<void> {
    const urls = copies.map((copy) => this.urls[copy] ?? '')
    for (const url of urls) this.down.add(url)
    await Promise.all([
      ...copies.map(async (copy) => {
        const server = this.#servers[copy]
        if (!server) throw new Error(`There is no copy ${copy}.`)
        await end(server, copy)
        this.#logged.push(...badLines(server))
      }),
      meanwhile?.(),
    ])
    for (const [i, copy] of copies.entries()) {
      const url = urls[i] ?? ''
      this.#servers[copy] = await startCopy(Number(new URL(url).port), this.#envOf(copy))
      this.down.delete(url)
    }
  }

  /**
   * Kills some of the copies, PostgreSQL, or both, in rotation, and waits until they are back.
   * @returns what it killed
   */
  async kill({ ask, pgdata }: Database, random: () => number): Promise<(typeof KILLED)[number]> {
    const what = KILLED[this.#kills++ % KILLED.length] ?? 'copy'
    const one = Math.floor(random() * this.urls.length)
    const copies = what === 'both copies' ? [0, 1] : what.startsWith('copy') ? [one] : []
    const harm = async () => {
      if (what.endsWith('postmaster')) await databaseFaults.postmaster(ask, pgdata)
      if (what === 'backend') await databaseFaults.backend(ask, pgdata)
      await ask('select 1')
    }
    await this.renew(copies, (server) => server.stop('SIGKILL'), harm)
    return what
  }

  /** @returns lines that must not be in their logs */
  async stop(): Promise<string[]> {
    for (const server of this.#servers.splice(0)) {
      await server.stop()
      this.#logged.push(...badLines(server))
    }
    return this.#logged
  }
}
