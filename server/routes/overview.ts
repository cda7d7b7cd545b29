import { overviewApi } from '#contract/overview'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { listAttention, listTroubledSpaces, readOverview, snooze } from '../services/overview'

/** The services behind the calls of overviews. */
export function overviewRoutes(implement: Implement, deps: Deps) {
  implement(overviewApi.read, ({ params, query, caller }) =>
    readOverview(deps, caller, params.spaceId, query),
  )
  implement(overviewApi.attention, ({ params, query, caller }) =>
    listAttention(deps, caller, params.spaceId, query),
  )
  implement(overviewApi.snooze, ({ params, body, caller }) => snooze(deps, caller, params.spaceId, body))
  implement(overviewApi.spaces, ({ query }) => listTroubledSpaces(deps, query))
}
