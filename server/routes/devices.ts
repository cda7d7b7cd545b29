import { devicesApi } from '#contract/devices'
import { tagsApi } from '#contract/tags'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { countDevices, createDevice, devices, listDevices, readSession } from '../services/devices'
import { tags } from '../services/tags'

export function deviceRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  implement(devicesApi.list, ({ params, query }) => listDevices(db, params.spaceId, query))
  implement(devicesApi.count, ({ params, query }) => countDevices(db, params.spaceId, query))
  implement(devicesApi.create, ({ params, body }) => createDevice(deps, params.spaceId, body))
  implement(devicesApi.get, ({ params }) => devices.read(db, params.spaceId, params.deviceId))
  implement(devicesApi.update, ({ params, body }) =>
    devices.update(deps, params.spaceId, params.deviceId, body),
  )
  implement(devicesApi.delete, ({ params }) => devices.delete(deps, params.spaceId, params.deviceId))
  implement(devicesApi.session, ({ params }) =>
    readSession(db, params.spaceId, params.deviceId, params.sessionId),
  )
  implement(tagsApi.list, ({ params, query }) => tags.list(db, params.spaceId, query.limit))
}
