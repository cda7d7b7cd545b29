import type { Endpoint } from '#contract/common'
import { DAY } from '#contract/common/durations'
import { connectorsApi } from '#contract/connectors'
import { devicesApi } from '#contract/devices'
import { type Key, keysApi } from '#contract/keys'
import { messagesApi } from '#contract/messages'
import { can } from '#contract/permissions'
import { spacesApi } from '#contract/spaces'
import { tagsApi } from '#contract/tags'
import { usersApi } from '#contract/users'
import { variablesApi } from '#contract/variables'
import { type ApiRequest, requestOf } from '../../components/snippets/commands'

/** Calls that need no id, the most useful first. Every key may make the last one. */
const CALLS: readonly Endpoint[] = [
  devicesApi.list,
  messagesApi.list,
  tagsApi.list,
  connectorsApi.list,
  usersApi.list,
  keysApi.list,
  variablesApi.list,
  spacesApi.get,
]

/** Limit of rows in the call. */
const LIMIT = 10

/** First call that a key may make in its space: a few rows, or messages of the last 24 hours. */
export function firstCallOf(
  key: Pick<Key, 'permissions'>,
  base: string,
  spaceId: string,
  now = new Date(),
): ApiRequest {
  const call = CALLS.find(({ permission }) => [permission ?? []].flat().some((one) => can(key, one)))
  const endpoint: Endpoint = call ?? spacesApi.get
  const parameters = endpoint.query?.shape ?? {}
  const query = {
    limit: 'limit' in parameters ? LIMIT : undefined,
    after: 'after' in parameters ? new Date(now.getTime() - DAY).toISOString() : undefined,
  }
  return requestOf(base, endpoint, { params: { spaceId }, query }, now)
}
