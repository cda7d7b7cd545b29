import { z } from 'zod'
import { TRIAL_DAYS } from '#contract/alerts'
import { PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH_MOST } from '#contract/common'
import { configSchema, linkSchema } from '#contract/config'
import { placeVariables } from './places'
import { flag, providerIdsSchema, secret, set } from './providers'

const link = set(linkSchema.nullable().default(null))
const port = z.coerce
  .number('must be a whole number from 0 to 65535')
  .int('must be a whole number from 0 to 65535')
  .min(0, 'must be a whole number from 0 to 65535')
  .max(65_535, 'must be a whole number from 0 to 65535')
const daysFrom = (least: number) =>
  z.coerce
    .number('must be a whole number of days')
    .int('must be a whole number of days')
    .min(least, `must be at least ${least}`)
    .max(36_500, 'must be at most 36500')
const days = daysFrom(1)

/** An address, or a name and an address in angle brackets. */
const MAIL_FROM = /^([^<>@\s]+@[^<>@\s]+|[^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>)$/

const PASSWORD_LENGTHS = `must be a whole number from ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MIN_LENGTH_MOST}`

/** Seconds behind a proxy, which requests `/health` every second or two. */
export const DRAIN_SECONDS = 5

/** Only zeros stand for all addresses of the machine, of IPv4 or IPv6, which browsers cannot open. */
export const EVERYWHERE = /^[0.:]+$/

/** Hosts for which browsers use only https: this host, also the names below it, or even before the first visit. */
const HSTS = ['host', 'subdomains', 'preload'] as const
export type Hsts = (typeof HSTS)[number]

export const envSchema = z.object({
  PORT: set(port.default(8080)),
  HOST: set(z.string().default('127.0.0.1')),
  DATA_DIR: set(z.string().default('./data')),
  DATABASE_URL: set(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be an address like postgresql://user:password@host/database',
      })
      .optional(),
  ),
  DEMO: set(flag.optional()),
  SIMULATOR_SPEED: set(
    z.coerce
      .number('must be a number')
      .min(1, 'must be at least 1')
      .max(1000, 'must be at most 1000')
      .default(1),
  ),
  MESSAGE_RETENTION_DAYS: set(days.optional()),
  DELIVERY_RETENTION_DAYS: set(days.default(30)),
  AUDIT_RETENTION_DAYS: set(days.optional()),
  TRASH_DAYS: set(daysFrom(0).default(30)),
  HISTORY_THIN_DAYS: set(
    days
      .min(TRIAL_DAYS + 1, `must be at least ${TRIAL_DAYS + 1}: alert rules are tried on ${TRIAL_DAYS} days`)
      .optional(),
  ),
  HISTORY_RETENTION_DAYS: set(days.optional()),
  ...placeVariables,
  ALERT_WAIT: set(
    z.coerce
      .number('must be a number of seconds')
      .min(0, 'must be at least 0')
      .max(300, 'must be at most 300')
      .default(20),
  ),
  ALLOW_PRIVATE_WEBHOOKS: set(flag.default(false)),
  ALLOW_PRIVATE_PUSH: set(flag.default(false)),
  SMTP_URL: set(
    z
      .url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: 'must be an address like smtp://user:password@mail.example.com:587',
      })
      .optional(),
  ),
  MAIL_FROM: set(
    z
      .string()
      .regex(
        MAIL_FROM,
        'must be an e-mail address, or a name and an address like Spaceport <cloud@example.com>',
      )
      .optional(),
  ),
  PUBLIC_URL: set(
    z
      .url({ protocol: /^https?$/, error: 'must be an address that begins with http', abort: true })
      .refine((address) => {
        const { origin, href } = new URL(address)
        return href === `${origin}/`
      }, 'must be the address of a host alone, like https://spaceport.example.com: the console works at its root only, without a path, a query and a password')
      .transform((address) => new URL(address).origin)
      .optional(),
  ),
  HSTS: set(z.enum(HSTS, 'must be host, subdomains or preload').optional()),
  SIGN_UP: set(flag.default(true)),
  PASSWORD_LOGIN: set(flag.default(true)),
  PASSWORD_MIN_LENGTH: set(
    z.coerce
      .number(PASSWORD_LENGTHS)
      .int(PASSWORD_LENGTHS)
      .min(PASSWORD_MIN_LENGTH, PASSWORD_LENGTHS)
      .max(PASSWORD_MIN_LENGTH_MOST, PASSWORD_LENGTHS)
      .default(PASSWORD_MIN_LENGTH),
  ),
  PASSWORD_REFUSE_COMMON: set(flag.default(false)),
  OIDC_PROVIDERS: set(providerIdsSchema),
  SIM_PROVIDER_URL: set(
    z
      .url({ protocol: /^https?$/, error: 'must be an address that begins with http', abort: true })
      .refine((address) => {
        const { username, password, search, hash } = new URL(address)
        return !username && !password && !search && !hash
      }, 'must be an address without a password, a query and a hash; the token is SIM_PROVIDER_TOKEN')
      .transform((address) => address.replace(/\/+$/, ''))
      .optional(),
  ),
  SIM_PROVIDER_TOKEN: set(secret.optional()),
  SIM_PROVIDER_TIMEOUT: set(
    z.coerce
      .number('must be a number of seconds')
      .min(1, 'must be at least 1')
      .max(120, 'must be at most 120')
      .default(20),
  ),
  TRUST_PROXY: set(flag.default(false)),
  DRAIN_SECONDS: set(
    z.coerce
      .number('must be a number of seconds')
      .min(0, 'must be at least 0')
      .max(300, 'must be at most 300')
      .optional(),
  ),
  LOG_LEVEL: set(z.enum(['debug', 'info', 'error'], 'must be debug, info or error').default('info')),
  LOG_FORMAT: set(z.enum(['text', 'json'], 'must be text or json').default('text')),
  METRICS_TOKEN: set(
    z
      .string()
      .regex(/^[\w.~+/-]+=*$/, 'must be letters, digits and any of . _ ~ + / - without spaces')
      .min(16, 'must have at least 16 characters')
      .optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: set(
    z.url({ protocol: /^https?$/, error: 'must be an address that begins with http' }).optional(),
  ),
  CONNECT_SRC: set(
    z
      .string()
      .regex(/^[\w\s:/.*-]*$/, 'must be addresses with a space between them')
      .default('')
      .transform((sources) => sources.split(/\s+/).filter(Boolean)),
  ),
  PRODUCT_NAME: set(configSchema.shape.productName),
  PRODUCT_PREFIX: set(configSchema.shape.productPrefix),
  ACCENT_COLOR: set(configSchema.shape.accent),
  LOGO: set(configSchema.shape.logo),
  LINK_DOCUMENTATION: link,
  LINK_WEBSITE: link,
  LINK_LEGACY: link,
  LINK_NAMING: link,
})
