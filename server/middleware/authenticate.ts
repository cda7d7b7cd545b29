import type { Context } from 'hono'
import type { Endpoint } from '#contract/common'
import { can } from '#contract/permissions'
import type { Deps } from '../deps'
import { badToken, notFound, notVerified } from '../errors'
import { authorize, type Caller } from '../services/caller'
import { findSignedIn, readToken } from '../services/tokens'

/**
 * Identifies the caller and checks their permission: 401 for a bad token, 403 for an unverified person, 404 for a space
 * that the caller cannot see, 403 without the endpoint's permission.
 * @param params the checked path parameters; undefined when they are malformed, like those of an unknown path
 * @throws ApiError
 */
export async function authenticate(
  deps: Deps,
  { permission, params: schema }: Endpoint,
  c: Context,
  params: { spaceId?: unknown } | undefined,
): Promise<Caller> {
  const [scheme, token] = c.req.header('authorization')?.split(' ') ?? []
  const jti = scheme?.toLowerCase() === 'bearer' && token ? await readToken(deps, token) : undefined
  if (!jti) throw badToken()

  const inSpace = permission !== undefined && schema !== undefined && 'spaceId' in schema.shape
  const spaceId = inSpace && typeof params?.spaceId === 'string' ? params.spaceId : null
  const person = await findSignedIn(deps, jti, spaceId)
  if (!person) throw badToken()
  if (!person.isVerified) throw notVerified()

  const caller = { userId: person.userId, systemRole: person.systemRole, spaceRole: person.spaceRole, jti }
  if (schema && !params) throw notFound()
  if (!permission) return caller
  if (inSpace && !(person.spaceExists && can(caller, 'space:read'))) throw notFound()
  authorize(caller, permission)
  return caller
}
