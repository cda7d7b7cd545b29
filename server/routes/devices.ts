import { devicesApi } from '#contract/devices'
import { tagsApi } from '#contract/tags'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import {
  countDevices,
  createDevice,
  deleteDevice,
  listDevices,
  readDevice,
  updateDevice,
} from '../services/devices'
import { readSession } from '../services/sessions'
import { listTags } from '../services/tags'

export function deviceRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  implement(devicesApi.list, ({ params, query }) => listDevices(db, params.spaceId, query))
  implement(devicesApi.count, ({ params, query }) => countDevices(db, params.spaceId, query))
  implement(devicesApi.create, ({ params, body }) => createDevice(deps, params.spaceId, body))
  implement(devicesApi.get, ({ params }) => readDevice(db, params.spaceId, params.deviceId))
  implement(devicesApi.update, ({ params, body }) =>
    updateDevice(deps, params.spaceId, params.deviceId, body),
  )
  implement(devicesApi.delete, ({ params }) => deleteDevice(deps, params.spaceId, params.deviceId))
  implement(devicesApi.session, ({ params }) =>
    readSession(db, params.spaceId, params.deviceId, params.sessionId),
  )
  implement(tagsApi.list, ({ params, query }) => listTags(db, params.spaceId, query.limit))
}
