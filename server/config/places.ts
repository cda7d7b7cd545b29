import { z } from 'zod'
import { isTimezone } from '#contract/common'
import { ConfigError } from './environment'
import { flag, secret, set } from './providers'

/** A host, a bucket and optional folders; no user, and nothing that would have to be encoded. */
const BUCKET_URL = /^https?:\/\/[\w.-]+(:\d+)?(\/[\w.-]+)+\/*$/

const bucketUrl = set(
  z
    .string()
    .regex(
      BUCKET_URL,
      'must be an address with a bucket and perhaps a folder, like https://s3.eu-central-1.amazonaws.com/bucket/folder',
    )
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
)
const bucketRegion = set(
  z
    .string()
    .regex(/^[\w-]+$/, 'must be a name like eu-central-1')
    .optional(),
)

const backups = z.coerce
  .number('must be a whole number of backups')
  .int('must be a whole number of backups')
  .min(0, 'must be at least 0')
  .max(1000, 'must be at most 1000')

const TIME_IN_ZONE = /^([01]\d|2[0-3]):[0-5]\d( \S+)?$/
const A_TIME = 'a time like 02:00, which is UTC, or 02:00 Europe/Prague'

/** The variables of places for backups and for archived messages. */
export const placeVariables = {
  BACKUP_DIR: set(z.string().optional()),
  BACKUP_S3_URL: bucketUrl,
  BACKUP_S3_REGION: bucketRegion,
  BACKUP_S3_ACCESS_KEY: set(secret.optional()),
  BACKUP_S3_SECRET_KEY: set(secret.optional()),
  BACKUP_AT: set(
    z
      .string()
      .regex(TIME_IN_ZONE, `must be ${A_TIME}`)
      .refine((value) => isTimezone(value.slice(6) || 'UTC'), `must be ${A_TIME}`)
      .default('02:00'),
  ),
  BACKUP_KEEP: set(backups.min(1, 'must be at least 1').default(7)),
  BACKUP_KEEP_DAILY: set(backups.default(0)),
  BACKUP_KEEP_WEEKLY: set(backups.default(0)),
  BACKUP_KEEP_MONTHLY: set(backups.default(0)),
  BACKUP_PASSPHRASE: set(z.string().optional()),
  BACKUP_ENCRYPTION: set(flag.default(true)),
  BACKUP_CHECK: set(flag.default(true)),
  ARCHIVE_DIR: set(z.string().optional()),
  ARCHIVE_S3_URL: bucketUrl,
  ARCHIVE_S3_REGION: bucketRegion,
  ARCHIVE_S3_ACCESS_KEY: set(secret.optional()),
  ARCHIVE_S3_SECRET_KEY: set(secret.optional()),
}

type Data = z.output<z.ZodObject<typeof placeVariables>>

/** A place in S3, or in a compatible service. */
export interface BucketConfig {
  /** With the bucket, and the prefix of all names: `https://host/bucket/folder`. */
  url: string
  accessKey: string
  secretKey: string
  /** Undefined takes that of the address, otherwise us-east-1. */
  region: string | undefined
}

/** A folder of this machine, or of a bucket. */
export type PlaceConfig = { folder: string } | BucketConfig

/**
 * The folder or the bucket that variables name; undefined for neither.
 * @throws ConfigError
 */
function placeOf(data: Data, what: 'ARCHIVE' | 'BACKUP'): PlaceConfig | undefined {
  const [folder, url] = [data[`${what}_DIR`], data[`${what}_S3_URL`]]
  if (url === undefined) return folder === undefined ? undefined : { folder }
  if (folder !== undefined)
    throw new ConfigError(`${what}_DIR and ${what}_S3_URL exclude each other: there is one place.`)
  const [accessKey, secretKey] = [data[`${what}_S3_ACCESS_KEY`], data[`${what}_S3_SECRET_KEY`]]
  if (accessKey === undefined || secretKey === undefined)
    throw new ConfigError(`${what}_S3_ACCESS_KEY and ${what}_S3_SECRET_KEY are required with ${what}_S3_URL.`)
  return { url, accessKey, secretKey, region: data[`${what}_S3_REGION`] }
}

/**
 * Where messages are archived before they are dropped.
 * @throws ConfigError
 */
export function archiveOf(data: Data & { MESSAGE_RETENTION_DAYS?: number | undefined }): PlaceConfig | false {
  const place = placeOf(data, 'ARCHIVE')
  if (!place) return false
  if (data.MESSAGE_RETENTION_DAYS === undefined)
    throw new ConfigError(
      `MESSAGE_RETENTION_DAYS is required with ${'folder' in place ? 'ARCHIVE_DIR' : 'ARCHIVE_S3_URL'}: messages are archived before they are dropped.`,
    )
  return place
}

/** Settings of daily backups. */
export interface BackupConfig {
  place: PlaceConfig
  /** Time of day: milliseconds since midnight. */
  at: { time: number; zone: string }
  /** How many are kept: the newest, and the newest of so many days, weeks and months. */
  keep: { last: number; daily: number; weekly: number; monthly: number }
  /** Whether each is test-restored. */
  isChecked: boolean
}

/**
 * Settings of daily backups; false without them.
 * @throws ConfigError
 */
export function backupOf(data: Data): BackupConfig | false {
  const place = placeOf(data, 'BACKUP')
  if (!place) return false
  if (data.BACKUP_ENCRYPTION && data.BACKUP_PASSPHRASE === undefined)
    throw new ConfigError(
      `BACKUP_PASSPHRASE is required with ${'folder' in place ? 'BACKUP_DIR' : 'BACKUP_S3_URL'}, unless BACKUP_ENCRYPTION=0 says that the files are not encrypted.`,
    )
  const [time = '', zone = 'UTC'] = data.BACKUP_AT.split(' ')
  return {
    place,
    at: { time: Date.parse(`1970-01-01T${time}Z`), zone },
    keep: {
      last: data.BACKUP_KEEP,
      daily: data.BACKUP_KEEP_DAILY,
      weekly: data.BACKUP_KEEP_WEEKLY,
      monthly: data.BACKUP_KEEP_MONTHLY,
    },
    isChecked: data.BACKUP_CHECK,
  }
}
