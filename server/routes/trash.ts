import { trashApi } from '#contract/trash'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { deleteMany } from '../services/trash/deleteMany'
import { readEffects } from '../services/trash/effects'
import { emptyTrash } from '../services/trash/empty'
import { trashList } from '../services/trash/list'
import { restore } from '../services/trash/restore'

/** The services behind the calls of the trash. */
export function trashRoutes(implement: Implement, deps: Deps) {
  implement(trashApi.list, ({ params, query, caller }) => trashList.list(deps, caller, params.spaceId, query))
  implement(trashApi.count, ({ params, query, caller }) =>
    trashList.count(deps, caller, params.spaceId, query),
  )
  implement(trashApi.delete, ({ params, body, caller }) => deleteMany(deps, caller, params.spaceId, body))
  implement(trashApi.effects, ({ params, body, caller }) => readEffects(deps, caller, params.spaceId, body))
  implement(trashApi.restore, ({ params, body, caller }) => restore(deps, caller, params.spaceId, body))
  implement(trashApi.empty, ({ params, body, caller }) => emptyTrash(deps, caller, params.spaceId, body))
}
