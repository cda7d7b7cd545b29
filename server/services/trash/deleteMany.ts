import {
  type DeletionResult,
  deletePermissionOf,
  type TrashDeletion,
  type TrashResource,
  type TrashSelection,
  UNCONFIRMED_MAX,
} from '#contract/trash'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { deleteRule } from '../alerts/rules'
import { authorize, type Person } from '../common/caller'
import { newId } from '../common/ids'
import { requireRecent } from '../common/recent'
import { deleteConnector } from '../connectors/connector'
import { deleteNote } from '../deviceLog/notes'
import { deleteDevice } from '../devices/devices'
import type { Deleting } from '../discard/discard'
import type { Key } from '../resources/spaceQueries'
import { deleteTag } from '../spaces/tags'
import { deleteVariable } from '../variables'
import { deleteView } from '../views/views'

type Delete = (deps: Pick<Deps, 'db'> & Deleting, caller: Person, key: Key) => Promise<void>

const DELETE: Readonly<Record<TrashResource, Delete>> = {
  device: deleteDevice,
  connector: deleteConnector,
  alertRule: deleteRule,
  tag: deleteTag,
  variable: deleteVariable,
  note: deleteNote,
  view: deleteView,
}

/** Why a record was not deleted. */
const RESULTS = new Map<number, DeletionResult['result']>([
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [412, 'conflict'],
])

/**
 * Deletes records of a kind, each in a transaction of its own, so that one that cannot be deleted holds up no other. All belong to one
 * batch: that of the call, or a new one.
 * @throws ApiError 403 without the permission to delete that kind, or above ten without a confirmed identity
 */
export async function deleteMany(
  deps: Pick<Deps, 'db' | 'now' | 'settings'>,
  caller: Person,
  spaceId: string,
  { resource, ids }: TrashSelection,
): Promise<TrashDeletion> {
  authorize(caller, deletePermissionOf(resource))
  const unique = [...new Set(ids)]
  if (unique.length > UNCONFIRMED_MAX) requireRecent(deps, caller)
  const batch = caller.origin.batch ?? newId()
  caller.origin.batch = batch
  const results: DeletionResult[] = []
  for (const id of unique) results.push(await deleteOne(deps, caller, resource, { spaceId, id }))
  return { batch, results }
}

async function deleteOne(
  deps: Pick<Deps, 'db' | 'now' | 'settings'>,
  caller: Person,
  resource: TrashResource,
  key: Key,
): Promise<DeletionResult> {
  try {
    await DELETE[resource](deps, caller, key)
    return { id: key.id, result: 'deleted', reason: null }
  } catch (error) {
    const result = error instanceof ApiError ? RESULTS.get(error.status) : undefined
    if (!(error instanceof ApiError) || result === undefined) throw error
    return { id: key.id, result, reason: result === 'not_found' ? null : error.message }
  }
}
