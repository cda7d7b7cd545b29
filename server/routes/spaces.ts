import { spacesApi } from '#contract/spaces'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import {
  acceptInvitation,
  createSpace,
  deleteSpace,
  listSpaces,
  readSpace,
  updateSpace,
} from '../services/spaces'

export function spaceRoutes(implement: Implement, deps: Deps) {
  implement(spacesApi.list, ({ caller, query }) => listSpaces(deps.db, caller.userId, query.limit))
  implement(spacesApi.create, ({ caller, body }) => createSpace(deps, caller, body))
  implement(spacesApi.get, ({ caller, params }) => readSpace(deps.db, caller, params.spaceId))
  implement(spacesApi.update, ({ caller, params, body }) => updateSpace(deps, caller, params.spaceId, body))
  implement(spacesApi.delete, ({ params }) => deleteSpace(deps, params.spaceId))
  implement(spacesApi.accept, ({ caller, params }) => acceptInvitation(deps, caller, params.spaceId))
}
