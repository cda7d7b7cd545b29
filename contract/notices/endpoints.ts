import { z } from 'zod'
import {
  countQuery,
  countSchema,
  cursorSchema,
  endpoint,
  idSchema,
  LIST_LIMIT,
  limitSchema,
  timeSchema,
} from '../common'
import { NOTICES_CAPABILITY } from './capability'

/** Days for which a notice is kept. */
export const NOTICE_DAYS = 30

/** Devices or connectors that a notice names. */
export const NOTICE_NAMES = 3

/** Event of an alert. */
export const noticeEventSchema = z.enum(['opened', 'ended'])
export type NoticeEvent = z.infer<typeof noticeEventSchema>

/** A notice of an alert to a person: that it opened, or else that it is resolved. */
const noticeSchema = z
  .object({
    id: idSchema,
    space_id: idSchema,
    space_name: z.string(),
    alert_id: idSchema,
    rule_name: z.string(),
    event: noticeEventSchema,
    is_assigned: z
      .boolean()
      .default(false)
      .describe('Somebody else has assigned the open alert to the person'),
    /** Current number in the alert. */
    device_count: z.int(),
    /** For an alert of a rule about connectors. */
    connector_count: z.int().default(0),
    names: z
      .array(z.string())
      .default([])
      .describe(`Names of its first devices or connectors, ${NOTICE_NAMES} at most`),
    at: timeSchema
      .nullable()
      .default(null)
      .describe('When the alert opened, was assigned or ended; it may have been found later'),
    created_at: timeSchema.describe('When it was found'),
    /** When the person saw it; null while it is new. */
    read_at: timeSchema.nullable(),
  })
  .meta({ id: 'Notice' })
export type Notice = z.infer<typeof noticeSchema>

const shared = { tag: 'Notices', access: 'bearer', capability: NOTICES_CAPABILITY } as const

/** Notices of a person in the console. Rules, "Alerts". */
export const noticesApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: '/profile/notices',
    isHeavy: true,
    summary: 'List the notices about alerts of the signed-in person in all their spaces, the newest first',
    query: z.object({ limit: limitSchema(40), cursor: cursorSchema.optional() }),
    status: 200,
    answer: z.array(noticeSchema),
  }),
  count: endpoint({
    ...shared,
    method: 'get',
    path: '/profile/notices/count',
    summary: 'Count the notices that the signed-in person has not seen',
    // It is on every page, also where a second factor is set up, and reveals nothing about any space.
    isOfEverybody: true,
    query: z.object(countQuery),
    status: 200,
    answer: countSchema,
  }),
  read: endpoint({
    ...shared,
    method: 'post',
    path: '/profile/notices/read',
    summary: 'Say that the signed-in person has seen notices',
    body: z.object({
      ids: z
        .array(idSchema)
        .max(LIST_LIMIT, `must have at most ${LIST_LIMIT} items`)
        .nullable()
        .describe('Null for all'),
    }),
    status: 204,
    audit: null,
  }),
}
export type NoticeListQuery = z.infer<typeof noticesApi.list.query>
