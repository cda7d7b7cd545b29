import { firmwareApi } from '#contract/firmware'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { cancelFirmware, listFirmware, scheduleFirmware } from '../services/firmware'

export function firmwareRoutes(implement: Implement, deps: Deps) {
  implement(firmwareApi.list, ({ params, query }) =>
    listFirmware(deps.db, params.spaceId, params.deviceId, query.limit),
  )
  implement(firmwareApi.create, ({ params, body, caller }) => scheduleFirmware(deps, caller, params, body))
  implement(firmwareApi.cancel, ({ params, caller }) => cancelFirmware(deps, caller, params))
}
