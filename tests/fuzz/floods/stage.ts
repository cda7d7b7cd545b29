import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { api } from '#contract'
import { DEMO_ACCOUNTS, type DemoEmail } from '../../../server/demoAccounts'
import type { Lifetime } from '../../../server/lifetime'
import { aFolder } from '../../harness/database'
import { deviceInput } from '../../support/builders'
import { startProcess } from '../../support/serverProcess'
import { uplinkOf } from '../../support/uplink'
import { aFleet, anotherSpace, type Call, callFrom, type Tenant } from './tenants'
import { aWatched } from './watched'

const ATTACKER: DemoEmail = 'viewer@example.com'
/** Messages of the attacker, and characters of each: a page has 153 MB. */
const LARGE = { messages: 170, characters: 900_000 }
/** Devices that fill a page of the neighbour's list. */
const NEIGHBOURS = 40
/** Milliseconds in which closed connections must disappear. */
const CLOSING = 15_000
/** Milliseconds in which the histories of the initial data must be complete, and most that one may lag behind. */
const HISTORIES = 1_200_000
const FRESH = 5000

/** The real server with its default configuration, and two independent tenants. */
export type Stage = Awaited<ReturnType<typeof openStage>>

async function signIn(call: Call, email: DemoEmail): Promise<Pick<Tenant, 'token'>> {
  const known = DEMO_ACCOUNTS.find((account) => account.email === email)
  const body = { email, password: known?.password }
  const { access_token: token } = api.auth.login.answer.parse(await call('POST', '/auth/login', { body }))
  return { token }
}

const aTenant = async (call: Call, email: DemoEmail, name: string): Promise<Tenant> =>
  anotherSpace(call, await signIn(call, email), name)

/**
 * Waits until all messages are in the histories, including those of the demo: only then alerts are as fast as later.
 */
async function untilUpToDate(call: Call) {
  const { token } = await signIn(call, 'admin@example.com')
  for (const until = performance.now() + HISTORIES; performance.now() < until; await wait(1000)) {
    const { history } = api.installation.get.answer.parse(await call('GET', '/admin/installation', { token }))
    const waiting = Date.now() - Date.parse(history?.oldest_waiting_at ?? new Date().toISOString())
    if (history && waiting < FRESH) return
  }
  throw new Error('the histories of the stage do not get done')
}

/** Reads a number from a line of a `/proc` file. */
function numberIn(file: string, line: RegExp): number {
  try {
    return Number(line.exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Counts established connections to a port, on the server's side. */
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

const lineSchema = z.object({ level: z.string(), message: z.string() }).loose()

/** The unexpected errors among lines of the log. */
const unexpected = (said: string) =>
  said.split('\n').filter((line) => {
    if (!line.startsWith('{')) return false
    const { data } = lineSchema.safeParse(JSON.parse(line))
    return data?.message === 'unexpected error'
  })

/** Starts the server as `npm start` does, on any free port and in a folder of its own. */
export async function openStage(lifetime: Lifetime) {
  const folder = aFolder(lifetime)
  const server = await startProcess({ DATA_DIR: folder })
  lifetime.defer(async () => void (await server.stop()))
  const { url, pid } = server
  if (url === undefined) throw new Error(`The server did not start:\n${server.said()}`)
  const call = callFrom(url)
  const attacker = await aTenant(call, ATTACKER, 'flood-attacker')
  const neighbour = await aTenant(call, 'demo@example.com', 'flood-neighbour')
  for (let i = 0; i < NEIGHBOURS; i++)
    await call('POST', `/spaces/${neighbour.space.id}/devices`, {
      token: neighbour.token,
      body: deviceInput(),
    })
  const large = uplinkOf(attacker.device, { body: { text: 'x'.repeat(LARGE.characters) } })
  for (let i = 0; i < LARGE.messages; i++) await call('POST', '/devices/uplink', { body: large })
  const watched = await aWatched(call, neighbour)
  const fleet = await aFleet(call, attacker)
  await untilUpToDate(call)
  let reported = 0
  return {
    url,
    call,
    attacker,
    /** Also belongs to the attacker. */
    fleet,
    neighbour: { ...neighbour, watched },
    /** Folder with the e-mails that the server has sent. */
    outbox: join(folder, 'outbox'),
    /** Signs in the attacker again, because creating keys needs a recent sign-in. */
    renew: async () => {
      const signedIn = await signIn(call, ATTACKER)
      Object.assign(attacker, signedIn)
      Object.assign(fleet, signedIn)
    },
    /** Resident memory of the server in MB; 0 when it is unknown. */
    memory: () => Math.round(numberIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB/m) / 1024),
    /** Connections that the server still has open some seconds after all clients closed theirs. */
    leaked: async () => {
      const port = Number(new URL(url).port)
      for (const until = performance.now() + CLOSING; performance.now() < until; await wait(100))
        if (connectionsTo(port) === 0) return 0
      return connectionsTo(port)
    },
    /** Unexpected errors in the server's log since the last call. */
    objections: () => {
      const all = unexpected(server.said())
      const fresh = all.slice(reported)
      reported = all.length
      return fresh
    },
  }
}
