import { DOWNLINK_TYPES } from '#contract/messages'
import { downlinkNamesApi } from '#contract/messages/downlinkNames'
import { olderApi } from '#contract/older'
import type { Deps } from '../deps'
import { notFound } from '../errors'
import type { Implement } from '../http/implement'
import { createDevice, deviceList } from '../services/devices/devices'
import { createMessage } from '../services/messages'

/** Calls of older clients: without a space, or by other names. */
export function olderRoutes(implement: Implement, deps: Deps) {
  implement(olderApi.space, ({ body, caller }) => {
    if (body.space_id.toLowerCase() !== caller.spaceId) throw notFound()
    return { access_token: caller.keyId }
  })
  implement(olderApi.devices, ({ query, caller }) => deviceList.list(deps, caller, caller.spaceId, query))
  implement(olderApi.createDevice, ({ body, caller }) => createDevice(deps, caller, caller.spaceId, body))
  implement(olderApi.createMessage, ({ body, caller }) => createMessage(deps, caller, caller.spaceId, body))
  for (const type of DOWNLINK_TYPES)
    implement(downlinkNamesApi[type], ({ params: { spaceId, deviceId }, body, caller }) =>
      createMessage(deps, caller, spaceId, { device_id: deviceId, type, body }),
    )
}
