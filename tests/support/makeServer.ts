import { CAPABILITIES } from '#contract'
import { configSchema } from '#contract/config'
import { KEY_HEADER } from '#contract/keys'
import { createApp } from '../../server/app'
import { Bell } from '../../server/bell'
import { Clock } from '../../server/clock'
import type { ProviderSettings } from '../../server/config/providers'
import { openDatabase, POOLS } from '../../server/db/database'
import { ReadOnly } from '../../server/db/readOnly'
import type { AppSettings, Deps } from '../../server/deps'
import { GRANTS, type Grants } from '../../server/http/guard'
import { createLog } from '../../server/log'
import { securityHeadersOf } from '../../server/middleware/headers'
import { openProviders } from '../../server/services/accounts/oidc/providers'
import { readSigningKey } from '../../server/services/accounts/signIn/jwt'
import { logReadOnly } from '../../server/services/administration/health'
import { openWeb, type Web } from '../../server/services/outgoing/web'
import { readPushKey } from '../../server/services/push/key'
import { startSandbox } from '../../server/services/sandbox'
import { collectKeyUse } from '../../server/services/spaces/keyUse'
import { type Listening, listen } from '../../server/start/listen'
import type { Shelf, SimProvider, Transport } from '../../server/systems'
import { startDeliveries } from '../../server/workers/deliveries'
import { startMail, startNotifications } from '../../server/workers/notifications'
import { createDatabase } from './database'
import { checkDocumented } from './documented'
import { collectStatements } from './statements/collect'

interface Options {
  providers?: ProviderSettings[]
  /** Creates the provider of SIM cards. */
  sims?: (deps: Pick<Deps, 'db' | 'now' | 'log' | 'settings'>) => SimProvider
  settings?: Partial<AppSettings>
  clock?: Clock
  /** Replaces the clock of this machine. */
  now?: () => Date
  /** Database of another copy of the server. */
  databaseUrl?: string
  /** Starts the delivery worker, and the one that notifies about alerts. */
  deliveries?: Partial<Web>
  /** Starts the e-mail worker, and the one that notifies about alerts. */
  mail?: Transport
  /** Shelf of its backups. */
  shelf?: Shelf
  /** Seconds after which a delivery of a killed server is attempted again. */
  lease?: number
  /** Limits of callers over the network. */
  grants?: Partial<Grants>
}

/** Short pauses of the workers, because tests must not wait for them. */
const PACE = { period: 100, failed: 100 }

let sandbox: ReturnType<typeof startSandbox> | undefined

function deliver(deps: Deps, options: Partial<Web>, lease: number | undefined) {
  // All servers of this process share its threads, whose start takes longer than most scripts.
  sandbox ??= startSandbox()
  return startDeliveries(
    { ...deps, sandbox, web: openWeb(options), userAgent: 'Spaceport' },
    { lease, pace: PACE },
  )
}

/** Address of the server in e-mails. */
export const ADDRESS = 'https://console.example.com'

export interface CallOptions {
  /** Sent as JSON; bytes are sent as a file. */
  body?: unknown
  token?: string
  /** Id of a key. */
  key?: string
  headers?: Record<string, string>
}

/** A server in this process. */
export type TestServer = Awaited<ReturnType<typeof makeServer>>

/** The real application with its own database. Call `stop` at the end. */
export async function makeServer({
  settings,
  clock = new Clock(),
  now = clock.now,
  databaseUrl,
  deliveries,
  mail,
  shelf,
  sims,
  lease,
  grants,
  providers = [],
}: Options = {}) {
  const url = databaseUrl ?? (await createDatabase())
  const logged: string[] = []
  const log = createLog('debug', (line) => logged.push(line))
  const readOnly = new ReadOnly(logReadOnly(log))
  const db = openDatabase(url, () => undefined, POOLS.calls, readOnly)
  collectStatements(db.$client)
  await clock.compare(db)
  /** Connections for tests, whose statements are not collected as the server's. */
  const beside = openDatabase(url, () => undefined)
  const base = {
    db,
    readOnly,
    clock,
    now,
    log,
    settings: {
      hasBackups: false,
      hasArchive: false,
      console: configSchema.parse({ apiBase: '/v2', capabilities: CAPABILITIES }),
      version: '1.2.3',
      dataFolder: null,
      deliveryRetentionDays: 30,
      trashDays: 30,
      history: {},
      metricsToken: null,
      dist: 'dist',
      connectSources: [],
      mailFrom: 'Spaceport <cloud@example.com>',
      loopback: true,
      hsts: null,
      trustProxy: false,
      hosts: [],
      knownLogins: [],
      ...settings,
    },
  }
  const deps: Deps = {
    ...base,
    keyUse: collectKeyUse(db, log),
    dueDeliveries: new Bell(),
    dueRollouts: new Bell(),
    signingKey: await readSigningKey(db),
    pushKey: await readPushKey(db),
    dueTests: new Bell(),
    dueMail: new Bell(),
    dueRoutine: { backup: new Bell(), archive: new Bell() },
    shelf: shelf ?? null,
    mailServer: mail ?? null,
    ownAddress: () => ADDRESS,
    isStopping: () => false,
    providers: openProviders(providers),
    sims: sims?.(base) ?? null,
  }
  const worker = deliveries && deliver(deps, deliveries, lease)
  const mailWorker = mail && startMail(deps, mail, PACE)
  const notifications = (deliveries || mail) && startNotifications(deps, 0, PACE)
  const app = createApp(deps)
  let listening: Listening | undefined
  const request = async (path: string, init: RequestInit = {}) => {
    const answer = await app.request(path, init)
    checkDocumented(init.method ?? 'GET', path, answer.status)
    return answer
  }

  return {
    databaseUrl: url,
    db: beside,
    deps,
    /** Logged lines. */
    logged,
    /** Handles a request without the network. */
    request,
    /** Calls /v2. */
    call: async (method: string, path: string, { body, token, key, headers }: CallOptions = {}) =>
      request(`/v2${path}`, {
        method,
        headers: {
          ...(body !== undefined && !(body instanceof Uint8Array) && { 'Content-Type': 'application/json' }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(key !== undefined && { [KEY_HEADER]: key }),
          ...headers,
        },
        ...(body !== undefined && {
          body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
        }),
      }),
    /** Listens on a free port of the loopback, and returns the address. */
    listen: async () => {
      listening ??= await listen(app, {
        host: '127.0.0.1',
        port: 0,
        headers: securityHeadersOf(deps.settings),
        isByAddress: !deps.settings.trustProxy,
        grants: { ...GRANTS, ...grants },
      })
      return `http://127.0.0.1:${listening.port}`
    },
    stop: async () => {
      await listening?.close()
      await notifications?.stop()
      await worker?.stop()
      await deps.keyUse.flush()
      await mailWorker?.stop()
      await Promise.all([db, beside].map(({ $client }) => $client.end()))
    },
  }
}
