import { z } from 'zod'
import { endpoint, idSchema, timeSchema } from '../common'
import { failureFields } from '../deliveries/delivery'

/** Most browsers of a person that get push messages; a new one replaces the oldest. */
export const PUSH_BROWSERS_MAX = 20

/** Seconds for which a push service keeps a message, and within which a browser may confirm its first one: a day. */
export const PUSH_KEPT = 86_400

const base64url = (bytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`),
      `must be ${bytes} bytes in base64url`,
    )

/** The browser's own data when push messages are switched on in it (`PushSubscription.toJSON()`). */
const pushInput = z.object({
  endpoint: z
    .url({ protocol: /^https$/, error: 'must be a URL that begins with https://' })
    .max(2048, 'must have at most 2048 characters'),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})
export type PushInput = z.infer<typeof pushInput>

/** A browser that gets push messages, as long as its person is signed in there. */
const pushBrowserSchema = z
  .object({
    id: idSchema,
    /** Name of the browser; null if it does not say. */
    browser: z.string().nullable(),
    /** Name of its operating system. */
    system: z.string().nullable(),
    /** Whether it is the browser of this call. */
    is_current: z.boolean(),
    created_at: timeSchema,
    /** When it confirmed that messages reach it; null until then, and it gets no alerts. Older servers do not say. */
    confirmed_at: timeSchema.nullable().optional(),
    /** When its push service last accepted a message. */
    sent_at: timeSchema.nullable(),
    /** Why the last message did not reach it; null if it did. */
    error: z.string().nullable(),
    error_code: failureFields.error_code,
    error_detail: failureFields.error_detail,
  })
  .meta({ id: 'PushBrowser' })
export type PushBrowser = z.infer<typeof pushBrowserSchema>

const shared = { tag: 'Notices', access: 'bearer', capability: 'push' } as const

/** Push messages about alerts to browsers of the signed-in person. */
export const pushApi = {
  read: endpoint({
    ...shared,
    method: 'get',
    path: '/profile/push',
    summary: 'List the browsers of the signed-in person that get push messages',
    status: 200,
    answer: z
      .object({
        /** Key of this server (VAPID), with which browsers subscribe to their push service. */
        public_key: z.string(),
        browsers: z.array(pushBrowserSchema),
      })
      .meta({ id: 'Push' }),
  }),
  add: endpoint({
    ...shared,
    method: 'post',
    path: '/profile/push',
    summary:
      'Send push messages about alerts to this browser, once it has confirmed the first one, until its session ends',
    body: pushInput,
    status: 201,
    answer: pushBrowserSchema,
    audit: null,
  }),
  confirm: endpoint({
    ...shared,
    access: 'public',
    method: 'post',
    path: '/profile/push/confirm',
    summary: 'Show that push messages reach this browser, by the code of the first one',
    body: z.object({ code: base64url(16) }),
    status: 204,
    audit: null,
  }),
  remove: endpoint({
    ...shared,
    method: 'delete',
    path: '/profile/push/{browserId}',
    summary: 'Send no more push messages to a browser',
    params: z.object({ browserId: idSchema }),
    status: 204,
    audit: null,
  }),
}
