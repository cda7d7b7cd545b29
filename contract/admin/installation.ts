import { z } from 'zod'
import { endpoint, timeSchema } from '../common'
import { MINUTE } from '../common/durations'

const whole = z.number().int().min(0)

/** Calls, messages or failures of one clock hour (UTC). */
const hourSchema = z.object({ hour: timeSchema, count: whole })

/** How far the clock of a copy may be from the database's, in seconds; beyond it the copy deletes nothing by age. */
export const CLOCK_TOLERANCE = 60

/** A copy of the server. */
export const serverCopySchema = z
  .object({
    version: z.string(),
    host: z.string(),
    started_at: timeSchema,
    /** When it last noted that it works: once a minute. */
    seen_at: timeSchema,
    /** Seconds that the clock of its machine is ahead of the database's; 0 where they agree to a second. */
    clock_ahead: z.number(),
  })
  .meta({ id: 'ServerCopy' })

/** What can become full. */
export const resourceSchema = z
  .object({
    name: z.enum(['disk', 'connections']),
    /** Bytes, or connections. */
    used: z.number().min(0),
    limit: z.number().min(0),
    /** How much `used` grows in a day; null while too little is known. */
    growth: z.number().nullable(),
    /** When it is full at this growth; null when it does not grow, or that is unknown. */
    full_at: timeSchema.nullable(),
  })
  .meta({ id: 'Resource' })
export type InstallationResource = z.infer<typeof resourceSchema>

/** Hours after which a backup that is made by itself is overdue. */
export const BACKUP_HOURS = 48

/** What an administrator wants to know about the whole installation. */
export const installationSchema = z
  .object({
    version: z.string(),
    totals: z.object({
      users: whole,
      spaces: whole,
      devices: whole,
      connectors: whole,
      /** About how many: PostgreSQL's estimate. */
      messages: whole,
    }),
    /** Devices that were heard from in the last hour, day and week. */
    seen: z.object({ hour: whole, day: whole, week: whole }),
    /** Messages of the last 24 clock hours, the oldest first; the last one is not over. */
    messages: z.array(hourSchema),
    /** Attempts of webhooks that failed, likewise. */
    failures: z.array(hourSchema),
    copies: z.array(serverCopySchema),
    database: z.object({
      /** Bytes. */
      size: whole,
      /** Its size at the end of each of the last 30 days, the oldest first, in bytes. */
      days: z.array(z.object({ day: z.iso.date(), size: whole })),
    }),
    /** Since when the oldest due delivery has been waiting that waits for nothing but the server; null when none is. */
    oldest_delivery_at: timeSchema.nullable(),
    /** How far the histories of values are; null where a server does not tell. */
    history: z
      .object({
        /** Devices that have sent something, and those of them whose messages from before there were histories are still to be added. */
        devices: whole,
        past: whole,
        /** When the oldest new message came whose values are in no history yet, and are judged by no alert rule; null when there is none. */
        oldest_waiting_at: timeSchema.nullable(),
        /** Devices of which such a message came more than a minute ago. */
        waiting: whole.default(0),
      })
      .nullable()
      .default(null),
    /** When the housekeeping last finished, and why the last run failed. */
    housekeeping: z.object({ finished_at: timeSchema.nullable(), error: z.string().nullable() }),
    /** Backups; null where a server does not tell. */
    backup: z
      .object({
        /** One is made every day, by itself. */
        is_nightly: z.boolean(),
        /** The last one, of which size is that of the file in bytes, and when it was restored for a try. */
        last: z.object({ created_at: timeSchema, size: whole, checked_at: timeSchema.nullable() }).nullable(),
        /** Why the last one that was made by itself failed; null when it did not. */
        error: z.string().nullable(),
      })
      .nullable()
      .default(null),
    /** The archive of messages; null where a server does not tell. */
    archive: z
      .object({
        /** Messages are archived before retention drops them. */
        is_on: z.boolean(),
        /** When it last had all that retention drops. */
        finished_at: timeSchema.nullable(),
        /** Why messages stay in the database instead; null when they do not. */
        error: z.string().nullable(),
      })
      .nullable()
      .default(null),
    /** Waiting e-mails, and those that failed in the last seven days. */
    mail: z.object({
      waiting: whole,
      failed: whole,
      oldest_waiting_at: timeSchema.nullable(),
      /** False: e-mails are files in a folder of the server. Null where a server does not tell. */
      has_server: z.boolean().nullable().default(null),
    }),
    /** What will be full, the soonest first. */
    resources: z.array(resourceSchema),
  })
  .meta({ id: 'Installation' })
export type Installation = z.infer<typeof installationSchema>

/**
 * When histories, and with them the alerts of values, are behind: a busy device waits ten minutes for its turn, but many devices do not
 * wait for long.
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
