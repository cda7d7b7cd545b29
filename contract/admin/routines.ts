import { z } from 'zod'
import { endpoint, timeSchema } from '../common'

/** What the server does by itself at its time, and an administrator can have done now. */
export const routineNameSchema = z.enum(['backup', 'archive'])
export type RoutineName = z.infer<typeof routineNameSchema>

/** How a routine is. */
export const routineSchema = z.object({
  /** `asked`: somebody wants it now, and a copy of the server begins soon. */
  state: z.enum(['idle', 'asked', 'running']),
  /** When it last ended well. */
  finished_at: timeSchema.nullable(),
  /** Why the last run failed; null when it did not. */
  error: z.string().nullable(),
  /** When it is tried again after it failed; null when it need not be. */
  again_at: timeSchema.nullable(),
})
export type Routine = z.infer<typeof routineSchema>

/** What an administrator can have done now; null for what is not set up. */
export const routinesSchema = z
  .object({ backup: routineSchema.nullable(), archive: routineSchema.nullable() })
  .meta({ id: 'Routines' })

/** The backups that are there. */
export const backupsSchema = z
  .object({
    /** A folder, or the address of a bucket. */
    place: z.string(),
    /** Whose folder it is; null for a bucket, which all copies of the server share. */
    host: z.string().nullable(),
    /** The newest first. */
    backups: z.array(
      z.object({
        name: z.string(),
        /** Null for a file that the server has not named. */
        created_at: timeSchema.nullable(),
        /** Bytes. */
        size: z.int().min(0),
        /** When it was restored for a try; null when nobody did, or that is unknown. */
        checked_at: timeSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'Backups' })

/** What came of an e-mail that tries the mail server. */
export const mailTestSchema = z
  .object({
    /** The address of the administrator who asked. */
    to: z.string(),
    /** `unknown`: the connection broke when the mail server had it, perhaps. */
    state: z.enum(['sent', 'refused', 'unknown']),
    /** What the mail server answered, or why it could not be asked. */
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

/** What administrators have done at once. */
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
