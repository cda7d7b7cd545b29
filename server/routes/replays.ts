import { replaysApi } from '#contract/replays'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { changeReplay, listReplays, readReplay, startReplay } from '../services/replays'

/** The services behind the calls of replays. */
export function replayRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  implement(replaysApi.list, ({ params, query, caller }) => listReplays(db, caller, params, query))
  implement(replaysApi.start, ({ params, body, caller }) => startReplay(deps, caller, params, body))
  implement(replaysApi.get, ({ params, caller }) => readReplay(db, caller, params))
  implement(replaysApi.pause, ({ params, caller }) => changeReplay(deps, caller, params, 'pause'))
  implement(replaysApi.resume, ({ params, caller }) => changeReplay(deps, caller, params, 'resume'))
  implement(replaysApi.stop, ({ params, caller }) => changeReplay(deps, caller, params, 'stop'))
}
