import { z } from 'zod'
import { endpoint, timeSchema } from '../common'
import { MINUTE } from '../common/durations'

const whole = z.number().int().min(0)

/** Calls, messages or failures of one clock hour (UTC). */
const hourSchema = z.object({ hour: timeSchema, count: whole })

/** How far the clock of a copy may be from the database's, in seconds; beyond it the copy deletes nothing by age. */
export const CLOCK_TOLERANCE = 60

const serverCopySchema = z
  .object({
    version: z.string(),
    host: z.string(),
    started_at: timeSchema,
    /** When it last reported that it works, which it does once a minute. */
    seen_at: timeSchema,
    /** Seconds that the clock of its machine is ahead of the database's; 0 if they agree to a second. */
    clock_ahead: z.number(),
  })
  .meta({ id: 'ServerCopy' })

/** A resource that can become full. */
const resourceSchema = z
  .object({
    name: z.enum(['disk', 'connections']),
    /** Bytes or connections. */
    used: z.number().min(0),
    limit: z.number().min(0),
    /** Growth of `used` in a day; null while too little is known. */
    growth: z.number().nullable(),
    /** When it will be full at this growth; null if it does not grow, or that is unknown. */
    full_at: timeSchema.nullable(),
  })
  .meta({ id: 'Resource' })
export type InstallationResource = z.infer<typeof resourceSchema>

/** Hours after which a scheduled backup is overdue. */
export const BACKUP_HOURS = 48

/** The state of the whole installation, for administrators. */
export const installationSchema = z
  .object({
    version: z.string(),
    totals: z.object({
      users: whole,
      spaces: whole,
      devices: whole,
      connectors: whole,
      /** Approximate: PostgreSQL's estimate. */
      messages: whole,
    }),
    /** Devices that sent a message in the last hour, day and week. */
    seen: z.object({ hour: whole, day: whole, week: whole }),
    /** Messages of the last 24 clock hours, the oldest first; the last hour has not ended. */
    messages: z.array(hourSchema),
    /** Failed attempts of webhooks in the same hours. */
    failures: z.array(hourSchema),
    copies: z.array(serverCopySchema),
    database: z.object({
      /** Size in bytes. */
      size: whole,
      /** Its size at the end of each of the last 30 days, the oldest first, in bytes. */
      days: z.array(z.object({ day: z.iso.date(), size: whole })),
    }),
    /** Since when the oldest due delivery has been waiting for the server alone; null if there is none. */
    oldest_delivery_at: timeSchema.nullable(),
    /** Progress of the histories of values; null on servers without it. */
    history: z
      .object({
        /** Devices that have sent something. */
        devices: whole,
        /**
         * When the oldest new message came whose values are not in a history yet, and were not evaluated by alert rules; null if there is
         * none.
         */
        oldest_waiting_at: timeSchema.nullable(),
        /** Devices with such a message that came more than a minute ago. */
        waiting: whole.default(0),
      })
      .nullable()
      .default(null),
    /** When the housekeeping last finished, and why the last run failed. */
    housekeeping: z.object({ finished_at: timeSchema.nullable(), error: z.string().nullable() }),
    /** Backups; null on servers without them. */
    backup: z
      .object({
        /** Whether a backup is made every day. */
        is_nightly: z.boolean(),
        /** The last backup: the size of its file in bytes, and when it was test-restored. */
        last: z.object({ created_at: timeSchema, size: whole, checked_at: timeSchema.nullable() }).nullable(),
        /** Why the last scheduled backup failed; null if it did not. */
        error: z.string().nullable(),
      })
      .nullable()
      .default(null),
    /** The archive of messages; null on servers without it. */
    archive: z
      .object({
        /** Whether messages are archived before retention drops them. */
        is_on: z.boolean(),
        /** When it last had all messages that retention drops. */
        finished_at: timeSchema.nullable(),
        /** Why messages stay in the database instead; null if they do not. */
        error: z.string().nullable(),
      })
      .nullable()
      .default(null),
    /** Waiting e-mails, and those that failed in the last seven days. */
    mail: z.object({
      waiting: whole,
      failed: whole,
      oldest_waiting_at: timeSchema.nullable(),
      /** False if e-mails are files in a folder of the server. Null on servers that do not say. */
      has_server: z.boolean().nullable().default(null),
    }),
    /** Resources that will be full, the soonest first. */
    resources: z.array(resourceSchema),
  })
  .meta({ id: 'Installation' })
export type Installation = z.infer<typeof installationSchema>

/**
 * When histories, and with them the alerts of values, are behind: a busy device waits ten minutes until it is served, but many devices do
 * not wait for long.
 */
const BEHIND = { oldest: 15 * MINUTE, many: { devices: 100, oldest: 2 * MINUTE } }

/** Whether histories, and the alerts of values, are behind. */
export function areHistoriesBehind(
  { waiting, oldest_waiting_at }: Pick<NonNullable<Installation['history']>, 'waiting' | 'oldest_waiting_at'>,
  now: number,
): boolean {
  if (oldest_waiting_at === null) return false
  const waits = now - Date.parse(oldest_waiting_at)
  return waits > BEHIND.oldest || (waiting >= BEHIND.many.devices && waits > BEHIND.many.oldest)
}

/** The state of the whole installation. */
export const installationApi = {
  get: endpoint({
    method: 'get',
    path: '/admin/installation',
    isHeavy: true,
    summary: 'Get the totals and the state of the installation',
    tag: 'Administration',
    access: 'bearer',
    permission: 'admin:access',
    status: 200,
    answer: installationSchema,
    capability: 'installation',
  }),
}
