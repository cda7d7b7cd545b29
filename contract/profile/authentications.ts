import { z } from 'zod'
import { oauthCodeSchema } from '../auth'
import { endpoint, idSchema, timeSchema } from '../common'

/** A linked identity: an account at an external provider that can sign in. Rules, "Profile". */
export const authenticationSchema = z
  .object({
    id: idSchema,
    provider: z.string(),
    /** The provider's own id of the person. */
    identity_id: z.string(),
    created_at: timeSchema,
    /** JSON text with the login: `{"login":"dana@example.com"}`. */
    data: z.string(),
  })
  .meta({ id: 'Authentication' })
export type Authentication = z.infer<typeof authenticationSchema>

/** The login in the data of a linked identity; null if there is none. */
export function loginOf({ data }: Pick<Authentication, 'data'>): string | null {
  try {
    return z.object({ login: z.string() }).safeParse(JSON.parse(data)).data?.login ?? null
  } catch {
    return null
  }
}

const shared = { tag: 'Profile', access: 'bearer' } as const

export const authenticationsApi = {
  list: endpoint({
    ...shared,
    method: 'get',
    path: '/profile/authentications',
    summary: 'List the linked identities of the signed-in person',
    status: 200,
    answer: z.array(authenticationSchema),
  }),
  link: endpoint({
    ...shared,
    method: 'post',
    path: '/profile/authentications',
    summary: 'Link an identity with the code of an external provider',
    body: oauthCodeSchema,
    isCritical: true,
    status: 201,
    answer: authenticationSchema,
    failures: { 409: 'The code works no more, or the identity is linked already' },
    audit: 'identity.create',
  }),
  unlink: endpoint({
    ...shared,
    method: 'delete',
    path: '/profile/authentication/{authenticationId}',
    summary: 'Remove a linked identity',
    params: z.object({ authenticationId: idSchema }),
    isCritical: true,
    status: 204,
    failures: { 409: 'It is the last way to sign in' },
    audit: 'identity.delete',
  }),
}
