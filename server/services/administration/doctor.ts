import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import type { Login } from '#contract/auth'
import type { Clock } from '../../clock'
import type { ServerConfig } from '../../config/config'
import { isLoopback } from '../../config/providers'
import { type Db, POOLS } from '../../db/database'
import { checkSchema, SchemaError } from '../../db/migrate'
import { appUser } from '../../db/schema'
import { reasonOf } from '../../errors'
import { tryTracing } from '../../tracing'
import { openProviders } from '../accounts/oidc/providers'
import { isPassword, ofAccount } from '../accounts/passwordHash'
import { verifySmtp } from '../mail/transport'

/** The result of a check; `advice` says what to do about it. */
export interface Finding {
  level: 'good' | 'warning' | 'fault'
  text: string
  advice?: string
}

export const good = (text: string): Finding => ({ level: 'good', text })
export const warning = (text: string, advice: string): Finding => ({ level: 'warning', text, advice })
export const fault = (text: string, advice: string): Finding => ({ level: 'fault', text, advice })

/** Milliseconds after which a check is given up. A network drive, or a machine that does not answer, may keep it forever. */
const LIMIT = 20_000

/**
 * Runs a check within its time limit.
 * @param what is checked, as the beginning of a sentence
 * @returns its findings, and whether it is still running
 */
export async function inTime(
  what: string,
  look: () => Promise<Finding | Finding[]>,
  limit = LIMIT,
): Promise<{ findings: Finding[]; isLate: boolean }> {
  const ended = new AbortController()
  const late = sleep(limit, null, { signal: ended.signal }).catch(() => null)
  try {
    const findings = await Promise.race([look(), late])
    if (findings !== null) return { findings: [findings].flat(), isLate: false }
  } finally {
    ended.abort()
  }
  const text = `${what} did not answer within ${limit / 1000} seconds.`
  return {
    findings: [fault(text, 'Look whether its disk or network drive hangs, or a firewall is between.')],
    isLate: true,
  }
}

const OF_DOCTOR = ofAccount('doctor', { gone: new AbortController().signal })

/** The oldest PostgreSQL version that the server works with, as PostgreSQL writes it. */
const VERSION_LEAST = 150_000

interface Facts {
  version: string
  number: number
  trigrams: boolean
  is_read_only: boolean
  connections: number
}

const FACTS = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
    exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams,
    current_setting('transaction_read_only')::bool as is_read_only,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections`

/** Copies that the database knows: none before the first start. */
const COPIES = `select count(*)::int as copies from server_copy`

const CONNECTIONS = Object.values(POOLS).reduce((sum, { size }) => sum + size, 0)

/** Checks whether the database can be used, and by how many copies. */
export async function lookAtDatabase({ $client }: Db): Promise<Finding[]> {
  const { rows } = await $client.query<Facts>(FACTS)
  const [facts] = rows
  if (!facts) throw new Error('the database answers nothing')
  const { version, number, trigrams, is_read_only, connections } = facts
  if (number < VERSION_LEAST)
    return [fault(`The database is PostgreSQL ${version}.`, 'Use version 15 or newer.')]
  const findings = [good(`The database answers: PostgreSQL ${version}.`)]
  if (is_read_only)
    findings.push(
      fault(
        'The database can only be read.',
        'Let DATABASE_URL lead to the primary one, not to a standby; or look why default_transaction_read_only is on.',
      ),
    )
  if (!trigrams)
    findings.push(
      fault(
        'The database has no extension pg_trgm, by which devices are searched.',
        'Install the package that PostgreSQL’s contrib modules come in, such as postgresql-contrib.',
      ),
    )
  try {
    const missing = await checkSchema($client)
    if (missing > 0)
      findings.push(
        warning(
          missing === 1 ? 'A migration is to be made.' : `${missing} migrations are to be made.`,
          'The next start makes them: make a backup before.',
        ),
      )
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return [...findings, fault(error.message, 'See docs/upgrade.md.')]
  }
  const copies = await $client.query<{ copies: number }>(COPIES).then(
    ({ rows: [found] }) => Math.max(found?.copies ?? 0, 1),
    () => 1,
  )
  if (connections < copies * CONNECTIONS)
    findings.push(
      warning(
        `The database allows ${connections} connections, and ${copies} ${copies === 1 ? 'copy' : 'copies'} of the server may use ${copies * CONNECTIONS}.`,
        'Raise max_connections of PostgreSQL.',
      ),
    )
  return findings
}

/** Checks whether the clock of this machine agrees with that of the database. */
export async function lookAtClock(clock: Clock, db: Db): Promise<Finding> {
  await clock.compare(db)
  return clock.fault === null
    ? good('The clock of this machine agrees with that of the database.')
    : fault(`${clock.fault.replace(/^t/, 'T')}.`, 'Look whether time synchronization runs, here and there.')
}

/** Checks whether accounts have publicly known passwords, and who may use them. */
export async function lookAtKnownPasswords(
  { loopback, demo }: Pick<ServerConfig, 'loopback' | 'demo'>,
  db: Db,
  known: readonly Login[],
): Promise<Finding[]> {
  const emails = known.map(({ email }) => email)
  const { email: address, passwordHash } = appUser
  const accounts = await db
    .select({ email: address, passwordHash })
    .from(appUser)
    .where(inArray(address, emails))
  const matches = known.map(async ({ email, password }) =>
    isPassword(accounts.find((one) => one.email === email)?.passwordHash, password, OF_DOCTOR),
  )
  if (!(await Promise.all(matches)).includes(true)) return []
  if (demo !== true)
    return [good(`The known passwords of the demo are refused${loopback ? ' to other machines' : ''}.`)]
  return [
    (loopback ? warning : fault)(
      'Everybody who reaches the server can sign in with the known passwords of the demo.',
      'Start without DEMO=1, or set other passwords.',
    ),
  ]
}

/** Signs in at the mail server without sending anything. */
export async function lookAtMail({ smtpUrl, dataDir }: ServerConfig): Promise<Finding> {
  if (smtpUrl === undefined)
    return warning(
      `There is no mail server: e-mails are files in ${dataDir}/outbox.`,
      'Set SMTP_URL and MAIL_FROM.',
    )
  const { hostname, port } = new URL(smtpUrl)
  const server = `The mail server ${hostname}${port && `:${port}`}`
  try {
    await verifySmtp(smtpUrl)
    return good(`${server} lets the server sign in.`)
  } catch (error) {
    return fault(
      `${server} cannot be used: ${reasonOf(error)}.`,
      'Look at SMTP_URL, and whether a firewall is between.',
    )
  }
}

/** Reads what the issuers of the identity providers publish. */
export async function lookAtProviders({ providers }: ServerConfig): Promise<Finding[]> {
  const looks = openProviders(providers)
    .list()
    .map(async ({ name, issuer, configuration }) => {
      try {
        await configuration()
        return good(`The issuer of ${name} answers.`)
      } catch (error) {
        return fault(
          `The issuer of ${name}, ${issuer}, cannot be used: ${reasonOf(error)}.`,
          'Look at its address: /.well-known/openid-configuration below it must answer.',
        )
      }
    })
  return Promise.all(looks)
}

/** Checks whether the receiver of traces accepts them, if there is one. */
export async function lookAtTraces({ tracesUrl }: ServerConfig): Promise<Finding[]> {
  if (tracesUrl === undefined) return []
  const { host } = new URL(tracesUrl)
  try {
    await tryTracing()
    return [good(`The collector ${host} takes traces.`)]
  } catch (error) {
    return [
      fault(
        `The collector ${host} takes no traces: ${reasonOf(error)}.`,
        'Look at OTEL_EXPORTER_OTLP_ENDPOINT, and whether OTLP by HTTP is on there: mostly at port 4318.',
      ),
    ]
  }
}

/** Milliseconds. */
const PATIENCE = 10_000

/** Calls the public address of the server, as people do. */
export async function lookAtAddress({
  publicUrl,
  trustProxy,
  metricsToken,
}: ServerConfig): Promise<Finding[]> {
  if (publicUrl === undefined)
    return [
      warning(
        'PUBLIC_URL is not set: links in e-mails lead to this machine.',
        'Set it to the address at which people reach the server.',
      ),
    ]
  const id = `doctor-${Date.now()}`
  const ask = async (path: string) =>
    fetch(publicUrl + path, {
      headers: { 'X-Request-Id': id },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    })
  const isEncrypted = publicUrl.startsWith('https:')
  // The server itself uses http.
  const isProxied = isEncrypted || trustProxy
  let isOpen = false
  try {
    const { headers } = await ask('/health')
    if (headers.get('X-Request-Id') !== id)
      return [
        fault(
          `${publicUrl} answers, but not as this server.`,
          'Look where the proxy leads, and whether the server runs.',
        ),
      ]
    if (isProxied && metricsToken === null) isOpen = (await ask('/metrics')).status === 200
  } catch (error) {
    return [
      warning(
        `${publicUrl} does not answer from here: ${reasonOf(error)}.`,
        'Some networks do not let a machine reach itself by that; try it from elsewhere.',
      ),
    ]
  }
  const findings = [good(`${publicUrl} leads to the server.`)]
  if (isEncrypted && !trustProxy)
    findings.push(
      warning(
        'A proxy is before the server, and TRUST_PROXY is not set: all people share one address in limits.',
        'Set TRUST_PROXY=1 if the proxy appends the caller’s address to X-Forwarded-For.',
      ),
    )
  if (isOpen)
    findings.push(
      fault(
        'The proxy does not say for whom it calls, so everybody can read /metrics.',
        'Let it append the caller’s address to X-Forwarded-For; nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for.',
      ),
    )
  if (!isEncrypted && !isLoopback(new URL(publicUrl).hostname))
    findings.push(
      warning(
        'People reach the server without encryption.',
        'Put a proxy with TLS before it, and set PUBLIC_URL to its https address.',
      ),
    )
  return findings
}
