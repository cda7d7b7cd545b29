import { z } from 'zod'
import { endpoint, idSchema, timeSchema } from '../common'

/** How a person signed in: with a password, a passkey, at an external provider, or with a link from the machine's shell. */
export const signInMethodSchema = z.enum(['password', 'passkey', 'provider', 'link'])
export type SignInMethod = z.infer<typeof signInMethodSchema>

/** A place where a person is signed in. */
const sessionSchema = z
  .object({
    id: idSchema,
    /** Name of the browser or program; null if it does not say. */
    browser: z.string().nullable(),
    /** Name of its operating system. */
    system: z.string().nullable(),
    /** Network address of the last call. */
    address: z.string().nullable(),
    method: signInMethodSchema,
    /** External provider of the sign-in. */
    provider: z.string().nullable(),
    created_at: timeSchema,
    /** Exact to five minutes. */
    last_used_at: timeSchema,
    /** Whether it is the session of this call. */
    is_current: z.boolean(),
  })
  .meta({ id: 'SignInSession' })
export type SignInSession = z.infer<typeof sessionSchema>

const shared = { tag: 'Sessions', access: 'bearer', isOfEverybody: true, capability: 'sessions' } as const

export const sessionsApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: '/profile/sessions',
    summary: 'List where the signed-in person is signed in',
    status: 200,
    answer: z.array(sessionSchema),
  }),
  end: endpoint({
    ...shared,
    method: 'delete',
    path: '/profile/sessions/{sessionId}',
    summary: 'End a session',
    params: z.object({ sessionId: idSchema }),
    status: 204,
    audit: 'session.delete',
  }),
  endOthers: endpoint({
    ...shared,
    method: 'delete',
    path: '/profile/sessions',
    summary: 'End all sessions but the one of this call',
    status: 204,
    audit: 'session.deleteOthers',
  }),
}
