import { join } from 'node:path'
import { createApp } from './app'
import { Bell } from './bell'
import { Clock } from './clock'
import { ConfigError, oddVariables, readConfig, type ServerConfig } from './config/config'
import type { ProviderSettings } from './config/providers'
import { isDatabaseAway } from './db/away'
import { ClusterError } from './db/cluster'
import { type Db, openDatabase, POOLS } from './db/database'
import { migrate, SchemaError } from './db/migrate'
import type { PoolLimits } from './db/pool'
import { ReadOnly } from './db/readOnly'
import { DEMO_ACCOUNTS } from './demoAccounts'
import type { Deps } from './deps'
import { reasonOf, rootOf } from './errors'
import { installed } from './installation'
import { type Drain, endOnSignal, Lifetime } from './lifetime'
import { createLog } from './log'
import { securityHeadersOf } from './middleware/headers'
import { doWithoutOutput } from './output.mjs'
import { openProviders } from './services/accounts/oidc/providers'
import { makeSetupToken } from './services/accounts/setup'
import { readSigningKey } from './services/accounts/signIn/jwt'
import { logReadOnly } from './services/administration/health'
import { httpSims } from './services/administration/sims/http'
import { backUpBeforeMigration } from './services/backup/beforeMigration'
import { openShelf } from './services/backup/shelf'
import { smtpTransport } from './services/mail/transport'
import { readPushKey } from './services/push/key'
import { collectKeyUse } from './services/spaces/keyUse'
import { listen } from './start/listen'
import { startDatabase } from './start/startDatabase'
import { startTracing } from './tracing'
import { readVersion } from './version'
import { startDelivering, startWorkers } from './workers'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints a line for the operator. */
let say: (line: string) => void = print

const stackOf = (error: unknown) =>
  error instanceof Error ? error.stack?.split('\n').slice(1, 4).join('') : undefined

/** Prepares the server's dependencies, and the databases of its workers. */
async function prepare(
  config: ServerConfig,
  lifetime: Lifetime,
  { ownAddress, isStopping }: Pick<Deps, 'ownAddress' | 'isStopping'>,
) {
  const log = createLog(config.logLevel, print)
  // Node would end the process, and with it the work of everyone else.
  process.on('unhandledRejection', (error) =>
    log.error('an unhandled failure', { error: reasonOf(error), stack: stackOf(error) }),
  )
  const connectionString = await startDatabase(config, lifetime, say)
  const version = readVersion()
  const tracing = config.tracesUrl ? await startTracing({ version, log }) : null
  lifetime.defer(() => tracing?.stop())
  if (config.databaseUrl === undefined)
    await backUpBeforeMigration(connectionString, {
      folder: join(config.dataDir, 'backups'),
      version,
      passphrase: config.backupPassphrase ?? null,
      say,
    })
  await migrate(connectionString)
  const readOnly = new ReadOnly(logReadOnly(log))
  const connect = (limits: PoolLimits) => {
    const noteLoss = (error: Error) => {
      // Connections that it has closed itself may not know it yet.
      if (!opened.$client.ending) log.error('a connection to the database broke', { error: error.message })
    }
    const opened = openDatabase(connectionString, noteLoss, limits, readOnly)
    tracing?.watch(opened.$client)
    lifetime.defer(() => opened.$client.end())
    return opened
  }
  const db = connect(POOLS.calls)
  const { console, loopback, hosts, hsts, trustProxy, connectSources } = config
  const knownLogins = config.demo === true ? [] : DEMO_ACCOUNTS
  const dataFolder = config.databaseUrl === undefined ? config.dataDir : null
  const settings = {
    console,
    loopback,
    hsts,
    trustProxy,
    connectSources,
    mailFrom: config.mailFrom,
    hosts,
    knownLogins,
    version,
    dataFolder,
    hasBackups: config.backup !== false,
    hasArchive: config.archive !== false,
    deliveryRetentionDays: config.deliveryRetentionDays,
    trashDays: config.trashDays,
    history: config.history,
    metricsToken: config.metricsToken,
    dist: installed('dist'),
  }
  const clock = new Clock()
  await clock.compare(db)
  const base = { db, readOnly, ownAddress, isStopping, clock, now: clock.now, log, settings }
  const choreDb = connect(POOLS.chores)
  const demo = await prepareDemo(base, choreDb, config, lifetime)
  const keyUse = collectKeyUse(db, log)
  lifetime.defer(() => keyUse.flush())
  const deps: Deps = {
    ...base,
    dueDeliveries: new Bell(),
    dueRollouts: new Bell(),
    dueTests: new Bell(),
    dueMail: new Bell(),
    dueRoutine: { backup: new Bell(), archive: new Bell() },
    shelf: config.backup ? openShelf(config.backup.place) : null,
    mailServer: config.smtpUrl === undefined ? null : smtpTransport(config.smtpUrl),
    keyUse,
    providers: openProviders([...config.providers, ...(demo?.providers ?? [])]),
    sims: config.sims ? httpSims(config.sims, { log }) : (demo?.sims ?? null),
    signingKey: await readSigningKey(db),
    pushKey: await readPushKey(db),
  }
  return { deps, demo, choreDb, connectionString, deliveryDb: connect(POOLS.deliveries) }
}

/**
 * Starts the demo if the database has it, or is empty and gets it; undefined for any other. No other server loads its code, nor the
 * packages of its identity provider.
 */
async function prepareDemo(
  deps: Pick<Deps, 'db' | 'ownAddress' | 'now' | 'settings'>,
  choreDb: Db,
  config: ServerConfig,
  lifetime: Lifetime,
) {
  if (!(config.demo ?? config.databaseUrl === undefined)) return undefined
  const { rows } = await deps.db.$client.query<{ isFilled: boolean; isEmpty: boolean }>(
    'select exists (select from simulated_device) as "isFilled", not exists (select from app_user) as "isEmpty"',
  )
  // On a server for others nobody could sign in to it: the link creates the first administrator instead.
  const isWanted =
    rows[0]?.isFilled === true || (rows[0]?.isEmpty === true && (config.loopback || config.demo === true))
  if (!isWanted) return undefined
  const { startDemo } = await import('./demo')
  return startDemo(deps, { config, choreDb, lifetime, say })
}

function greetDemo({ knownLogins, loopback }: Deps['settings'], providers: readonly ProviderSettings[]) {
  if (knownLogins.length > 0 && !loopback) {
    say('The known passwords of the demo are refused, because others can reach this server.')
    say('Start with DEMO=1 to allow them, or with DEMO=0 and an empty data folder to do without the demo.')
    return
  }
  say('Accounts of the demo:')
  for (const { email, password, role } of DEMO_ACCOUNTS) say(`  ${email}  ${password}  (${role})`)
  for (const { name, issuer } of providers) say(`  or “${name}” (${issuer}), where you choose whom to be`)
}

async function start(config: ServerConfig, lifetime: Lifetime): Promise<Drain> {
  if (config.saysEvents) say = (line) => createLog('info', print).info(line.trim())
  for (const line of oddVariables(process.env)) say(line)
  let address = config.addressOn(config.port)
  let isStopping = false
  const { deps, demo, choreDb, deliveryDb, connectionString } = await prepare(config, lifetime, {
    ownAddress: () => address,
    isStopping: () => isStopping,
  })
  const options = { chores: { ...deps, db: choreDb }, sending: { ...deps, db: deliveryDb }, config, lifetime }
  startDelivering(options, demo?.hosts ?? new Map())
  const setupToken = await makeSetupToken(deps)
  // From here on nothing waits for the database: losing it must not end a server that already answers.
  const server = await listen(createApp(deps), {
    host: config.host,
    port: config.port,
    headers: securityHeadersOf(deps.settings),
    isByAddress: !config.trustProxy,
  })
  lifetime.defer(() => server.close())
  address = config.addressOn(server.port)
  startWorkers(options, { connectionString, say })
  say(`${config.console.productName} is on ${address}`)
  if (demo) {
    demo.play(deps)
    greetDemo(deps.settings, demo.providers)
  }
  if (!config.console.passwordLogin && deps.providers.list().length === 0)
    say('Nobody can sign in: PASSWORD_LOGIN is 0, and OIDC_PROVIDERS names no identity provider.')
  if (setupToken) {
    if (config.demo === undefined && config.databaseUrl === undefined && !config.loopback)
      say(
        'There is no demo, because others can reach this server. DEMO=1 makes it; everybody knows its passwords.',
      )
    say(`Create the first system admin, once and within a day: ${address}/setup#token=${setupToken}`)
    if (config.isAddressLocal)
      say(
        'On another machine, put the name of this one in place of localhost. PUBLIC_URL does it in all links.',
      )
  }
  return { seconds: config.drainSeconds, begin: () => (isStopping = true) }
}

function explain(thrown: unknown): string {
  const error = rootOf(thrown)
  if (error instanceof ConfigError || error instanceof ClusterError || error instanceof SchemaError)
    return error.message
  const isRefused =
    error instanceof Error && 'code' in error && /^(E[A-Z]+|28\w{3}|3D000)$/.test(String(error.code))
  if (error instanceof Error && (isRefused || isDatabaseAway(thrown)))
    return `The database cannot be used: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

doWithoutOutput()
const lifetime = new Lifetime()
const started = Promise.resolve().then(() => start(readConfig(process.env), lifetime))
endOnSignal(lifetime, started, (line) => say(line))
try {
  await started
} catch (error) {
  const odd = error instanceof ConfigError ? oddVariables(process.env) : []
  process.stderr.write([explain(error), ...odd].map((line) => `${line}\n`).join(''))
  await lifetime.end().catch(() => undefined)
  process.exit(1)
}
