import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { api } from '#contract'
import { DEMO_ACCOUNTS, type DemoEmail } from '../../../server/demoAccounts'
import { deviceInput } from '../../support/builders'
import { type StartedServer, startProcess } from '../../support/serverProcess'
import { uplinkOf } from '../../support/uplink'
import { aFleet, type Fleet } from './fleet'
import { anotherSpace, call, type Tenant } from './tenants'
import { aWatched, type Watched } from './watched'

const ATTACKER: DemoEmail = 'viewer@example.com'
/** Messages of the attacker, and characters of each: a page of them has 153 MB. */
const LARGE = { messages: 170, characters: 900_000 }
/** Milliseconds in which closed connections must be gone. */
const CLOSING = 15_000
/** Milliseconds in which the histories of all that the stage begins with must be done, and since when those that go on may wait. */
const HISTORIES = 1_200_000
const FRESH = 5000

/** The real server with its default configuration, and two tenants who know nothing of each other. */
export interface Stage {
  url: string
  attacker: Tenant
  /** The attacker's too. */
  fleet: Fleet
  neighbour: Tenant & { watched: Watched }
  /** Folder with the e-mails that the server has sent. */
  outbox: string
  /** Signs the attacker in again: who made keys did so a moment ago. */
  renew: () => Promise<void>
  /** Resident memory of the server in MB; 0 where the system does not tell. */
  memory: () => number
  /** Connections to the server that are still open some seconds after everybody has closed theirs. */
  leaked: () => Promise<number>
  /** What the server has logged as unexpected since the last call. */
  objections: () => string[]
  stop: () => Promise<void>
}

async function signIn(url: string, email: DemoEmail): Promise<Pick<Tenant, 'token'>> {
  const known = DEMO_ACCOUNTS.find((account) => account.email === email)
  const body = { email, password: known?.password }
  const { access_token: token } = api.auth.login.answer.parse(
    await call(url, 'POST', '/auth/login', { body }),
  )
  return { token }
}

const aTenant = async (url: string, email: DemoEmail, name: string): Promise<Tenant> =>
  anotherSpace(url, await signIn(url, email), name)

/** Waits until all that was sent is in the histories, also what the demo began with: only then alerts come as they do later. */
async function untilUpToDate(url: string) {
  const { token } = await signIn(url, 'admin@example.com')
  const until = performance.now() + HISTORIES
  for (;;) {
    const installation = await call(url, 'GET', '/admin/installation', { token })
    const { history } = api.installation.get.answer.parse(installation)
    const waiting = Date.now() - Date.parse(history?.oldest_waiting_at ?? new Date().toISOString())
    if (history?.past === 0 && waiting < FRESH) return
    if (performance.now() > until) throw new Error('the histories of the stage do not get done')
    await wait(1000)
  }
}

/** Devices that make the neighbour's list a full page. */
async function fillNeighbour(url: string, { token, space }: Tenant) {
  for (let i = 0; i < 40; i++)
    await call(url, 'POST', `/spaces/${space.id}/devices`, { token, body: deviceInput() })
}

async function fillAttacker(url: string, { device }: Tenant) {
  const body = { text: 'x'.repeat(LARGE.characters) }
  for (let i = 0; i < LARGE.messages; i++)
    await call(url, 'POST', '/devices/uplink', { body: uplinkOf(device, { body }) })
}

/** Of the files that Linux tells about a process, one line's number. */
function numberIn(file: string, line: RegExp): number {
  try {
    return Number(line.exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Established connections to a port, as the server's side of Linux counts them. */
function connectionsTo(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')} `
  const [ESTABLISHED, CLOSE_WAIT] = [' 01 ', ' 08 ']
  try {
    return readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .filter((line) => {
        const own = line.slice(0, line.indexOf(' ', line.indexOf(': ') + 2) + 1)
        return own.endsWith(local) && (line.includes(ESTABLISHED) || line.includes(CLOSE_WAIT))
      }).length
  } catch {
    return 0
  }
}

async function connectionsLeft(port: number): Promise<number> {
  const until = performance.now() + CLOSING
  for (;;) {
    const open = connectionsTo(port)
    if (open === 0 || performance.now() > until) return open
    await wait(100)
  }
}

const lineSchema = z.object({ level: z.string(), message: z.string() }).loose()

/** The unexpected errors among lines of the log. */
const unexpected = (said: string) =>
  said.split('\n').filter((line) => {
    if (!line.startsWith('{')) return false
    const { data } = lineSchema.safeParse(JSON.parse(line))
    return data?.message === 'unexpected error'
  })

/** Starts the server as `npm start` does, on any free port and in a folder of its own. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'floods-'))
  const server: StartedServer = await startProcess({ DATA_DIR: folder })
  const { url, pid } = server
  if (url === undefined) throw new Error(`The server did not start:\n${server.said()}`)
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const fill = async () => {
    const attacker = await aTenant(url, ATTACKER, 'flood-attacker')
    const neighbour = await aTenant(url, 'demo@example.com', 'flood-neighbour')
    await fillNeighbour(url, neighbour)
    await fillAttacker(url, attacker)
    const watched = await aWatched(url, neighbour)
    const fleet = await aFleet(url, attacker)
    await untilUpToDate(url)
    return { attacker, fleet, neighbour: { ...neighbour, watched } }
  }
  const tenants = await fill().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  let told = 0
  return {
    url,
    ...tenants,
    outbox: join(folder, 'outbox'),
    renew: async () => {
      const { token } = await signIn(url, ATTACKER)
      Object.assign(tenants.attacker, { token })
      Object.assign(tenants.fleet, { token })
    },
    memory: () => Math.round(numberIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB/m) / 1024),
    leaked: () => connectionsLeft(Number(new URL(url).port)),
    objections: () => {
      const all = unexpected(server.said())
      const fresh = all.slice(told)
      told = all.length
      return fresh
    },
    stop,
  }
}
