import { endpoints } from '#contract'
import type { Endpoint } from '#contract/common'
import { standInOf } from '../../server/services/audit/note'
import { lineOf } from '../contract/permissions.table'
import { type Actor, fieldOf, person, SCENES, type Scene, type Stage } from './auditScenes'
import { aUser } from './builders'
import { aFilledSpace, CALLERS, type FilledSpace } from './callers'
import { ROWS, SPACE } from './callRows'
import type { TestServer } from './makeServer'

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Every call that is no `get`. */
export const CHANGING = endpoints.filter(({ method }) => method !== 'get')

/** Id of the record of a call, from the answer or the path. */
function thingOf(endpoint: Endpoint, ids: Record<string, string>, answer: unknown): string | null {
  const { path, audit } = endpoint
  if (audit === 'settings.update' || audit === 'routine.start') return null
  if (audit === 'series.update') return 'series'
  const [, last = ''] = /\{(\w+)\}[^{}]*$/.exec(path) ?? []
  if (path.endsWith('/snooze')) return ids['deviceId'] ?? null
  if (audit === 'alertRule.test') return ids['alertRuleId'] ?? null
  if (audit === 'connector.test') return ids['connectorId'] ?? null
  if (path.includes('/replays')) return ids['connectorId'] ?? null
  if (path.endsWith('/trash')) return ids['tagId'] ?? null
  if (path.endsWith('/trash/restore')) return ids['binnedId'] ?? null
  if (path.endsWith('/undo')) return fieldOf(answer, 'target_id')
  // One of many downlinks.
  if (path.endsWith('/messages/cancel')) return ids['messageId'] ?? null
  const id = fieldOf(answer, 'id') ?? ids[last] ?? null
  return id !== null && path.includes('/keys') ? (fieldOf(answer, 'handle') ?? standInOf(id)) : id
}

/** A call of the permission table by an allowed caller. */
export function sceneOf(
  endpoint: Endpoint,
  filled: FilledSpace,
  caller: { actor: Actor; token?: string; key?: string },
  server: TestServer,
): Scene {
  const { body, ids, query = '' } = ROWS[nameOf(endpoint)] ?? {}
  const named: Record<string, string> = { ...filled.ids, ...ids?.(filled.ids) }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '')
  return {
    server,
    path: path + query,
    body: (endpoint.body ?? endpoint.takesFile) && (body?.(filled) ?? {}),
    ...caller,
    spaceId: (answer) => {
      if (endpoint.path === '/spaces') return fieldOf(answer, 'id')
      return endpoint.path.startsWith(SPACE) ? filled.space.id : null
    },
    target: (answer) => thingOf(endpoint, named, answer),
  }
}

/** Whether the call needs more than a space with one of each record. */
export const isDirect = (endpoint: Endpoint) => nameOf(endpoint) in SCENES

/** Space of a call of the table: the shared one, or a new one when the call can be made only once. */
const placeOf = (endpoint: Endpoint, { server, shared }: Stage) =>
  ROWS[nameOf(endpoint)]?.once ? aFilledSpace(server) : shared

/** A call of the endpoint that succeeds, by a person. */
export async function stage(endpoint: Endpoint, given: Stage): Promise<Scene> {
  const direct = SCENES[nameOf(endpoint)]
  if (direct) return direct(given)
  const { server } = given
  const filled = await placeOf(endpoint, given)
  const isOfAdmins = [endpoint.permission].flat().includes('admin:access')
  const who = isOfAdmins ? await aUser(server, { systemRole: 'admin' }) : filled.space.owner
  return sceneOf(endpoint, filled, { actor: person(who), token: who.token }, server)
}

/** The same call by a key. */
export async function stageForKey(endpoint: Endpoint, given: Stage): Promise<Scene> {
  const { server } = given
  const filled = await placeOf(endpoint, given)
  const { permission } = lineOf(nameOf(endpoint))
  const { key } = await CALLERS.key(server, filled, permission, ROWS[nameOf(endpoint)]?.more)
  return sceneOf(endpoint, filled, { actor: { type: 'key', id: standInOf(key) }, key }, server)
}
