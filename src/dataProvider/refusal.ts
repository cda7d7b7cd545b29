import { AUTH_ERRORS } from '#contract/auth/errors'
import { isRestricted } from '#contract/permissions'
import { spacesApi } from '#contract/spaces'
import { actorIn } from './account'
import { callEndpoint } from './call'
import { type ApiError, type Client, reasonOf, UserFacingError } from './client'

/** Refusals that are about the session. */
const OF_SESSION: ReadonlySet<string> = new Set(Object.values(AUTH_ERRORS))

/** Text of a refusal: the server's sentence, unless that names a permission. */
const forbiddenText = (sentence: string) =>
  sentence.startsWith('forbidden: this needs') ? 'common.notPermitted' : sentence

/**
 * Whether a call was refused because the person has tags or permissions of their own in the space: then the part that made it fails, and
 * the session is as good as before.
 */
async function isOnlyForbidden(client: Client, spaceId: string, { body }: ApiError): Promise<boolean> {
  if (OF_SESSION.has(body)) return false
  try {
    const space = await callEndpoint(client, spacesApi.get, { params: { spaceId } })
    return isRestricted(actorIn('user', space))
  } catch {
    return false
  }
}

/** Decides whether a 403 in a space is about the session. @throws UserFacingError if it is only about the call */
export async function checkSession(client: Client, spaceId: string, error: ApiError): Promise<void> {
  if (await isOnlyForbidden(client, spaceId, error))
    throw new UserFacingError(forbiddenText(reasonOf(error)), { cause: error })
}
