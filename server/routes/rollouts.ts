import { rolloutEntity, rolloutsApi } from '#contract/rollouts'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import {
  beginNextStage,
  createRollout,
  pauseRollout,
  resumeRollout,
  startRollout,
  stopRollout,
  tryRollout,
} from '../services/rollouts/changes'
import { listKnownFirmware } from '../services/rollouts/knownFirmware'
import { listMembers } from '../services/rollouts/members'
import { rollBack } from '../services/rollouts/rollback'
import { deleteRollout, rollouts, updateRollout } from '../services/rollouts/rollouts'
import { implementResource } from './resource'

/** The services behind the calls of roll-outs. */
export function rolloutRoutes(implement: Implement, deps: Deps) {
  const service = { ...rollouts, create: createRollout, update: updateRollout, delete: deleteRollout }
  implementResource(implement, deps)(rolloutEntity, rolloutsApi, service, () => {
    implement(rolloutsApi.try, ({ params, body, caller }) => tryRollout(deps, caller, params.spaceId, body))
  })
  implement(rolloutsApi.devices, ({ params, query, caller }) =>
    listMembers(deps, caller, { spaceId: params.spaceId, id: params.rolloutId }, query),
  )
  implement(rolloutsApi.firmware, ({ params, caller }) => listKnownFirmware(deps, caller, params.spaceId))
  implement(rolloutsApi.next, ({ params, body, caller }) =>
    beginNextStage(deps, caller, { spaceId: params.spaceId, id: params.rolloutId }, body?.stage),
  )
  const changes = [
    [rolloutsApi.start, startRollout],
    [rolloutsApi.pause, pauseRollout],
    [rolloutsApi.resume, resumeRollout],
    [rolloutsApi.stop, stopRollout],
    [rolloutsApi.rollback, rollBack],
  ] as const
  for (const [call, change] of changes)
    implement(call, ({ params, caller }) =>
      change(deps, caller, { spaceId: params.spaceId, id: params.rolloutId }),
    )
}
