import type { Context } from 'hono'
import { type Endpoint, idSchema } from '#contract/common'
import { KEY_HEADER } from '#contract/keys'
import { can } from '#contract/permissions'
import type { Deps } from '../deps'
import { badKey, badToken, noSecondFactor, notForKeys, notFound, notVerified, onlyForKeys } from '../errors'
import { findSignedIn, noteUse, readToken } from '../services/accounts/signIn/tokens'
import { authorize, type Caller, type KeyCaller, type Origin, type Person } from '../services/common/caller'
import { requireRecent } from '../services/common/recent'
import { findKey } from '../services/spaces/keys'

/** The checked path parameters; undefined if they are malformed, like those of an unknown path. */
type Params = { spaceId?: unknown } | undefined

/**
 * Identifies the caller and checks their permission: 401 for a bad token or key, 403 for a key in a call for people only, or a person in
 * one for keys only, for an unverified person or one who has not set up a required second factor, 404 for a space that the caller cannot
 * see, 403 without the endpoint's permission, or for a critical call of a person who did not sign in recently.
 * @throws ApiError
 */
export async function authenticate(
  deps: Deps,
  endpoint: Endpoint,
  c: Context,
  params: Params,
  origin: Origin,
): Promise<Caller> {
  const { permission, params: schema, access } = endpoint
  const inSpace = permission !== undefined && schema !== undefined && 'spaceId' in schema.shape
  const spaceId = inSpace && typeof params?.spaceId === 'string' ? params.spaceId.toLowerCase() : null
  const [scheme = '', credentials] = c.req.header('authorization')?.split(' ') ?? []
  // Older programs send a key as the token that they were given for its space.
  const isBearer = scheme.toLowerCase() === 'bearer'
  const isKey = scheme.toLowerCase() === 'apikey' || (isBearer && idSchema.safeParse(credentials).success)
  const token = isBearer && !isKey ? credentials : undefined
  // If both are sent, the token counts.
  const key = isKey ? credentials : scheme ? undefined : c.req.header(KEY_HEADER)
  const { caller, isInside } =
    key === undefined
      ? await identifyPerson(deps, endpoint, token, spaceId, origin)
      : await identifyKey(deps, key, spaceId, origin)
  if (access === 'bearer' && 'keyId' in caller) throw notForKeys()
  if (access === 'key' && !('keyId' in caller)) throw onlyForKeys()
  if (schema && !params) throw notFound()
  if (inSpace && !isInside) throw notFound()
  if (permission) authorize(caller, permission)
  // Every key sees its space.
  else if ('keyId' in caller) authorize(caller, 'space:read')
  if (endpoint.isCritical === true) requireRecent(deps, caller)
  return caller
}

/** The caller, and whether they see the space of the call. */
interface Identified<Who> {
  caller: Who
  isInside: boolean
}

async function identifyPerson(
  deps: Deps,
  { isOfEverybody }: Endpoint,
  token: string | undefined,
  spaceId: string | null,
  origin: Origin,
): Promise<Identified<Person>> {
  const jti = token ? await readToken(deps, token) : undefined
  if (!jti) throw badToken()
  const person = await findSignedIn(deps, jti, spaceId)
  if (!person) throw badToken()
  if (!person.isVerified) throw notVerified()
  if (person.lacksSecondFactor && !isOfEverybody) throw noSecondFactor()
  await noteUse(deps, jti, person, origin.address)
  const { userId, email, systemRole, spaceRole, endsAt, confirmedAt, method, provider } = person
  // A space neither limits nor permits system admins anything.
  const isOfSpace = systemRole !== 'admin'
  const { ownPermissions, tagIds } = isOfSpace ? person : { ownPermissions: null, tagIds: null }
  const inSpace = { spaceId, spaceRole, ownPermissions, tagIds, endsAt: isOfSpace ? endsAt : null }
  const caller = { userId, email, systemRole, ...inSpace, jti, confirmedAt, method, provider, origin }
  return { caller, isInside: person.spaceExists && can(caller, 'space:read') }
}

async function identifyKey(
  deps: Deps,
  token: string,
  spaceId: string | null,
  origin: Origin,
): Promise<Identified<KeyCaller>> {
  const key = await findKey(deps, token)
  if (!key) throw badKey()
  return { caller: { ...key, used: new Set(), origin }, isInside: key.spaceId === spaceId }
}
