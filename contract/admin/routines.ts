import { z } from 'zod'
import { endpoint, timeSchema } from '../common'

/** Recurring work of the server that an administrator can also start now. */
const routineNameSchema = z.enum(['backup', 'archive'])
export type RoutineName = z.infer<typeof routineNameSchema>

/** The state of a routine. */
const routineSchema = z.object({
  /** `asked`: someone wants it now, and a copy of the server begins soon. */
  state: z.enum(['idle', 'asked', 'running']),
  /** When it last succeeded. */
  finished_at: timeSchema.nullable(),
  /** Why the last run failed; null if it did not. */
  error: z.string().nullable(),
  /** When it is retried after a failure; null if it need not be. */
  again_at: timeSchema.nullable(),
})
export type Routine = z.infer<typeof routineSchema>

/** The routines that an administrator can start now; null for those that are not set up. */
export const routinesSchema = z
  .object({ backup: routineSchema.nullable(), archive: routineSchema.nullable() })
  .meta({ id: 'Routines' })

/** The existing backups. */
export const backupsSchema = z
  .object({
    /** A folder, or the address of a bucket. */
    place: z.string(),
    /** Host of the folder; null for a bucket, which all copies of the server share. */
    host: z.string().nullable(),
    /** The newest first. */
    backups: z.array(
      z.object({
        name: z.string(),
        /** Null for a file that the server has not named. */
        created_at: timeSchema.nullable(),
        /** Size in bytes. */
        size: z.int().min(0),
        /** When it was test-restored; null if it was not, or that is unknown. */
        checked_at: timeSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'Backups' })

/** The result of a test e-mail. */
export const mailTestSchema = z
  .object({
    /** Address of the administrator who asked for it. */
    to: z.string(),
    /** `unknown`: the connection broke when the mail server may have had it. */
    state: z.enum(['sent', 'refused', 'unknown']),
    /** The answer of the mail server, or why it could not be reached. */
    answer: z.string(),
  })
  .meta({ id: 'MailTest' })
export type MailTest = z.infer<typeof mailTestSchema>

const shared = {
  tag: 'Administration',
  access: 'bearer',
  permission: 'admin:access',
  capability: 'routines',
  status: 200,
} as const

/** Routines that administrators start immediately. */
export const routinesApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: '/admin/routines',
    summary: 'Get how backups and the archive are',
    answer: routinesSchema,
  }),
  start: endpoint({
    ...shared,
    method: 'post',
    path: '/admin/routines/{routine}',
    summary:
      'Make a backup or archive messages now, once, however many ask; a run that goes on is what they get',
    params: z.object({ routine: routineNameSchema }),
    answer: routineSchema,
    failures: { 409: 'It is not set up', 429: 'Too many of one administrator' },
    audit: 'routine.start',
  }),
  backups: endpoint({
    ...shared,
    method: 'get',
    path: '/admin/backups',
    isHeavy: true,
    isOutside: true,
    summary: 'List the backups that are there',
    answer: backupsSchema,
    failures: { 409: 'Backups are not set up', 424: 'The folder or the bucket cannot be read' },
  }),
  testMail: endpoint({
    ...shared,
    method: 'post',
    path: '/admin/mail/test',
    isOutside: true,
    summary: 'Send a test e-mail to yourself, and get what the mail server answers',
    answer: mailTestSchema,
    failures: { 409: 'There is no mail server', 429: 'Too many of one administrator' },
    audit: 'mail.test',
  }),
}
