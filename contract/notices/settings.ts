import { z } from 'zod'
import { dayTimeSchema, endpoint, versionSchema } from '../common'
import { entity } from '../entity'
import { NOTICES_CAPABILITY } from './capability'

const quietSchema = dayTimeSchema.nullable()

/** Hour of the daily e-mail by default. */
export const DIGEST_HOUR = 8

const hourSchema = z.int('must be a whole number').min(0, 'must be at least 0').max(23, 'must be at most 23')

/** How often a person gets e-mails about alerts. `digest`: once a day; urgent rules still send each immediately. */
export const alertEmailsSchema = z.enum(['each', 'digest', 'none'])

/** How a person is notified of alerts. Times are in the time zone of their profile. Rules, "Alerts". */
export const noticeSettingsEntity = entity({
  name: 'noticeSettings',
  plural: 'notifications',
  title: 'Profile',
  fields: {
    emails: { read: alertEmailsSchema, input: alertEmailsSchema, initial: 'each' },
    /** Hour of the day at which the digest comes. */
    digest_hour: { read: hourSchema, input: hourSchema, initial: DIGEST_HOUR },
    /** Times between which e-mails and notices of rules that are not urgent wait; null for never. They may span midnight. */
    quiet_from: { read: quietSchema, input: quietSchema, initial: null },
    quiet_to: { read: quietSchema, input: quietSchema, initial: null },
    version: { read: versionSchema },
  },
})
export type NoticeSettings = z.infer<typeof noticeSettingsEntity.schema>
export type NoticeSettingsUpdate = z.infer<typeof noticeSettingsEntity.update>

/** Quiet hours: both ends, or none. */
type QuietEnds = Pick<NoticeSettings, 'quiet_from' | 'quiet_to'>

/** Why quiet hours are refused. */
export const QUIET_PROBLEMS = {
  missing: 'is required, as quiet hours have a beginning and an end',
  same: 'must differ from quiet_from',
} as const

/** The error in quiet hours, and its field; null if there is none. */
export function quietProblem({
  quiet_from,
  quiet_to,
}: QuietEnds): { field: keyof QuietEnds; why: keyof typeof QUIET_PROBLEMS } | null {
  if (quiet_from === null && quiet_to !== null) return { field: 'quiet_from', why: 'missing' }
  if (quiet_to === null && quiet_from !== null) return { field: 'quiet_to', why: 'missing' }
  return quiet_to !== null && quiet_from === quiet_to ? { field: 'quiet_to', why: 'same' } : null
}

const shared = {
  path: '/profile/notifications',
  tag: 'Profile',
  access: 'bearer',
  capability: NOTICES_CAPABILITY,
  status: 200,
  answer: noticeSettingsEntity.schema,
} as const

/** How the signed-in person is notified of alerts. */
export const noticeSettingsApi = {
  get: endpoint({
    ...shared,
    method: 'get',
    summary: 'Get how the signed-in person is notified about alerts',
  }),
  update: endpoint({
    ...shared,
    method: 'put',
    summary: 'Update how the signed-in person is notified about alerts; what is not sent is kept',
    body: noticeSettingsEntity.update,
    isConditional: true,
    audit: null,
  }),
}
