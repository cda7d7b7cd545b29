import { z } from 'zod'
import { CAPABILITIES } from '#contract'
import { configSchema } from '#contract/config'
import { ConfigError, type Env, unknownVariables, withSecrets } from './environment'
import { archiveOf, backupOf } from './places'
import { isLoopback, providerSchema, providerVariables } from './providers'
import { DRAIN_SECONDS, EVERYWHERE, envSchema } from './variables'

export { ConfigError }

export type ServerConfig = ReturnType<typeof readConfig>

/** @throws ConfigError */
function parse<Value>(schema: z.ZodType<Value>, env: Env): Value {
  const { success, data, error } = schema.safeParse(env)
  if (success) return data
  const [issue] = error.issues
  // The variable, without the index in a list.
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
}

type Data = z.output<typeof envSchema>

/** How long values are kept, in days; undefined keeps them forever. */
export interface HistoryRules {
  /** Older days keep only the first, least, greatest and last value of each part. */
  thinDays?: number | undefined
  /** Older values are deleted. */
  retentionDays?: number | undefined
}

/**
 * How long values are kept.
 * @throws ConfigError
 */
function historyOf({ HISTORY_THIN_DAYS, HISTORY_RETENTION_DAYS }: Data): HistoryRules {
  if (
    HISTORY_THIN_DAYS !== undefined &&
    HISTORY_RETENTION_DAYS !== undefined &&
    HISTORY_THIN_DAYS >= HISTORY_RETENTION_DAYS
  )
    throw new ConfigError(
      'HISTORY_THIN_DAYS must be less than HISTORY_RETENTION_DAYS: values are thinned before they are deleted.',
    )
  return { thinDays: HISTORY_THIN_DAYS, retentionDays: HISTORY_RETENTION_DAYS }
}

/** Sentences about variables that look as if they were meant for this server, but have no effect. */
export const oddVariables = (env: Env): string[] =>
  unknownVariables(env, [...Object.keys(envSchema.shape), ...providerVariables(env.OIDC_PROVIDERS ?? '')])

/**
 * The server's configuration from the environment (docs: configuration).
 * @throws ConfigError that names the variable
 */
export function readConfig(given: Env) {
  const env = withSecrets(given)
  const data = parse(envSchema, env)
  if (data.SMTP_URL !== undefined && data.MAIL_FROM === undefined)
    throw new ConfigError('MAIL_FROM is required with SMTP_URL.')
  const https = data.PUBLIC_URL?.startsWith('https:') ?? false
  if (data.HSTS !== undefined && !https)
    throw new ConfigError('HSTS is for a PUBLIC_URL that begins with https.')
  const isEverywhere = EVERYWHERE.test(data.HOST)
  const host = data.HOST.includes(':') ? `[${data.HOST}]` : data.HOST
  const shownHost = isLoopback(data.HOST) || isEverywhere ? 'localhost' : host
  const publicHost = data.PUBLIC_URL === undefined ? null : new URL(data.PUBLIC_URL).hostname
  // Behind an unnamed proxy others may reach the server, by any name.
  const isLocal = isLoopback(data.HOST) && !(data.TRUST_PROXY && publicHost === null)
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    /** Undefined by default: an empty data folder is filled, and the passwords work only on loopback. */
    demo: data.DEMO,
    /** Speed of the demo's devices; 1 is real time. */
    simulatorSpeed: data.SIMULATOR_SPEED,
    /** Undefined keeps messages forever. */
    messageRetentionDays: data.MESSAGE_RETENTION_DAYS,
    /** Where they are archived before they are dropped; false drops them without that. */
    archive: archiveOf(data),
    /** How long completed deliveries are kept. */
    deliveryRetentionDays: data.DELIVERY_RETENTION_DAYS,
    /** After how long the values of histories are downsampled and deleted. */
    history: historyOf(data),
    /** How long deleted records can be restored; 0 deletes them at once. */
    trashDays: data.TRASH_DAYS,
    /** Undefined keeps the audit log forever. */
    auditRetentionDays: data.AUDIT_RETENTION_DAYS,
    /** False without daily backups. */
    backup: backupOf(data),
    /** Encrypts backups; null for files that are not encrypted, undefined if a person is asked for it. */
    backupPassphrase: data.BACKUP_ENCRYPTION ? data.BACKUP_PASSPHRASE : null,
    /** Decrypts backups, whatever encrypts new ones; undefined if a person is asked for it. */
    passphrase: data.BACKUP_PASSPHRASE,
    /** Webhooks may be sent to this machine and to private networks. */
    alertWait: data.ALERT_WAIT,
    allowPrivateWebhooks: data.ALLOW_PRIVATE_WEBHOOKS,
    /** Whether push messages may be sent to this machine and to private networks. */
    allowPrivatePush: data.ALLOW_PRIVATE_PUSH,
    /** Undefined writes e-mails into the data folder. */
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? null,
    /** External identity providers. */
    providers: data.OIDC_PROVIDERS.map((id) => parse(providerSchema(id), env)),
    /** False without a configured SIM provider; then the demo has its simulated one. */
    sims: data.SIM_PROVIDER_URL !== undefined && {
      url: data.SIM_PROVIDER_URL,
      token: data.SIM_PROVIDER_TOKEN,
      timeout: data.SIM_PROVIDER_TIMEOUT * 1000,
    },
    logLevel: data.LOG_LEVEL,
    /** Whether messages to the operator are also written as events. */
    saysEvents: data.LOG_FORMAT === 'json',
    /** Null answers `/metrics` only to this machine. */
    metricsToken: data.METRICS_TOKEN ?? null,
    /** Where the traces go; undefined makes none. OpenTelemetry reads its other variables itself. */
    tracesUrl: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    trustProxy: data.TRUST_PROXY,
    /** Seconds for which the server still serves after it was asked to stop. */
    drainSeconds: data.DRAIN_SECONDS ?? (data.TRUST_PROXY ? DRAIN_SECONDS : 0),
    connectSources: data.CONNECT_SRC,
    loopback: isLocal && (publicHost === null || isLoopback(publicHost)),
    /** Names by which the server is called, besides those of this machine; null for any. */
    hosts: isLocal ? (publicHost === null ? [] : [publicHost]) : null,
    /** Null if browsers may use http. */
    hsts: https ? (data.HSTS ?? 'host') : null,
    /** Public address of the server, if it is given. */
    publicUrl: data.PUBLIC_URL,
    /** Address of the server for people, with a port. */
    addressOn: (port: number) => data.PUBLIC_URL ?? `http://${shownHost}:${port}`,
    /** Whether that address works only on this machine, although others reach the server by another one. */
    isAddressLocal: isEverywhere && data.PUBLIC_URL === undefined,
    console: configSchema.parse({
      apiBase: '/v2',
      productName: data.PRODUCT_NAME,
      productPrefix: data.PRODUCT_PREFIX,
      accent: data.ACCENT_COLOR,
      logo: data.LOGO,
      links: {
        documentation: data.LINK_DOCUMENTATION,
        website: data.LINK_WEBSITE,
        legacy: data.LINK_LEGACY,
        naming: data.LINK_NAMING,
      },
      signUp: data.SIGN_UP,
      passwordLogin: data.PASSWORD_LOGIN,
      passwords: { minLength: data.PASSWORD_MIN_LENGTH, refusesCommon: data.PASSWORD_REFUSE_COMMON },
      sendsMail: data.SMTP_URL !== undefined,
      capabilities: CAPABILITIES,
    }),
  }
}
