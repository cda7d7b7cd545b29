import type { Context } from 'hono'
import type { Endpoint } from '#contract/common'
import { KEY_HEADER } from '#contract/keys'
import { can } from '#contract/permissions'
import type { Deps } from '../deps'
import { badKey, badToken, notFound, notVerified } from '../errors'
import { authorize, type Caller, type KeyCaller, type Person } from '../services/caller'
import { findKey } from '../services/keys'
import { findSignedIn, readToken } from '../services/signIn/tokens'

/** The checked path parameters; undefined when they are malformed, like those of an unknown path. */
type Params = { spaceId?: unknown } | undefined

/**
 * Identifies the caller and checks their permission: 401 for a bad token or key, 403 for an unverified person, 404 for a
 * space that the caller cannot see, 403 without the endpoint's permission.
 * @throws ApiError
 */
export async function authenticate(
  deps: Deps,
  endpoint: Endpoint,
  c: Context,
  params: Params,
): Promise<Caller> {
  const { permission, params: schema, access } = endpoint
  const inSpace = permission !== undefined && schema !== undefined && 'spaceId' in schema.shape
  const spaceId = inSpace && typeof params?.spaceId === 'string' ? params.spaceId.toLowerCase() : null
  const authorization = c.req.header('authorization')
  const key = access === 'bearerOrKey' && authorization === undefined ? c.req.header(KEY_HEADER) : undefined
  const { caller, isInside } =
    key === undefined
      ? await identifyPerson(deps, authorization, spaceId)
      : await identifyKey(deps, key, spaceId)
  if (schema && !params) throw notFound()
  if (inSpace && !isInside) throw notFound()
  if (permission) authorize(caller, permission)
  // Every key sees its space.
  else if ('keyId' in caller) authorize(caller, 'space:read')
  return caller
}

/** Who calls, and whether they see the space of the call. */
interface Identified<Who> {
  caller: Who
  isInside: boolean
}

async function identifyPerson(
  deps: Deps,
  authorization: string | undefined,
  spaceId: string | null,
): Promise<Identified<Person>> {
  const [scheme, token] = authorization?.split(' ') ?? []
  const jti = scheme?.toLowerCase() === 'bearer' && token ? await readToken(deps, token) : undefined
  if (!jti) throw badToken()
  const person = await findSignedIn(deps, jti, spaceId)
  if (!person) throw badToken()
  if (!person.isVerified) throw notVerified()
  const caller = { userId: person.userId, systemRole: person.systemRole, spaceRole: person.spaceRole, jti }
  return { caller, isInside: person.spaceExists && can(caller, 'space:read') }
}

async function identifyKey(
  deps: Deps,
  token: string,
  spaceId: string | null,
): Promise<Identified<KeyCaller>> {
  const key = await findKey(deps, token)
  if (!key) throw badKey()
  return { caller: { ...key, used: null }, isInside: key.spaceId === spaceId }
}
