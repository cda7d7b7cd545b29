import { configurationApi } from '#contract/configuration'
import { deviceLogApi } from '#contract/deviceLog'
import { deviceEntity, devicesApi } from '#contract/devices'
import { handoverApi } from '#contract/devices/handover'
import { firmwareApi } from '#contract/firmware'
import { messageSearchApi } from '#contract/messageSearch'
import { DOWNLINK_TYPES, messagesApi } from '#contract/messages'
import { downlinkNamesApi } from '#contract/messages/downlinkNames'
import { olderApi } from '#contract/older'
import type { Deps } from '../deps'
import { notFound } from '../errors'
import type { Implement } from '../http/implement'
import type { Lanes } from '../http/lanes'
import { makeBundle } from '../services/deviceLog/bundle'
import { addFile, readFile } from '../services/deviceLog/files'
import { readLog } from '../services/deviceLog/log'
import { addNote, deleteNote } from '../services/deviceLog/notes'
import { readDeviceConfiguration, wishConfiguration } from '../services/devices/configuration'
import { createDevice, deleteDevice, devices, readSession, updateDevice } from '../services/devices/devices'
import { cancelFirmware, listFirmware, scheduleFirmware } from '../services/devices/firmware'
import { deviceList } from '../services/devices/list'
import { readMoveEffects } from '../services/devices/move/effects'
import { moveDevice } from '../services/devices/move/move'
import { listReplacements, replaceDevice } from '../services/devices/replacement'
import { searchDevices } from '../services/devices/search'
import { cancelMessage, cancelMessages } from '../services/messages/cancel'
import { countMessages, listMessages } from '../services/messages/list'
import { createMessage, listMessageEvents, readMessage } from '../services/messages/message'
import { searchMessages } from '../services/messages/search'
import { Receiver, receiveBatch } from '../services/messages/uplink/receive'
import { implementResource } from './resource'

/** The services behind the calls of devices, their messages and firmware. */
export function deviceRoutes(implement: Implement, deps: Deps, lanes: Lanes) {
  const { db } = deps
  const resource = implementResource(implement, deps)
  const receiver = new Receiver(deps, lanes)
  const deviceService = {
    ...devices,
    list: deviceList.list,
    create: createDevice,
    update: updateDevice,
    delete: deleteDevice,
  }
  resource(deviceEntity, devicesApi, deviceService, () => {
    implement(devicesApi.count, ({ params, query, caller }) =>
      deviceList.count(deps, caller, params.spaceId, query),
    )
    implement(devicesApi.search, ({ params, query, caller }) =>
      searchDevices(db, caller, params.spaceId, query),
    )
  })
  implement(devicesApi.session, ({ params, caller }) => readSession(db, caller, params))
  implement(handoverApi.replace, ({ params, body, caller }) => replaceDevice(deps, caller, params, body))
  implement(handoverApi.replacements, ({ params, caller }) => listReplacements(db, caller, params))

  implement(deviceLogApi.list, ({ params, query, caller }) => readLog(deps, caller, params, query))
  implement(deviceLogApi.addNote, ({ params, body, caller }) => addNote(deps, caller, params, body))
  implement(deviceLogApi.deleteNote, ({ params: { spaceId, deviceId, noteId }, caller }) =>
    deleteNote(deps, caller, { spaceId, id: noteId }, deviceId),
  )
  implement(deviceLogApi.addFile, ({ params, query, file, caller }) =>
    addFile(deps, caller, params, query.name, file),
  )
  implement(deviceLogApi.bundle, ({ params, caller }) => makeBundle(deps, caller, params))
  implement(deviceLogApi.file, ({ params, caller }) => readFile(deps, caller, params))

  implement(handoverApi.moveEffects, ({ params, query, caller }) =>
    readMoveEffects(deps, caller, params, query),
  )
  implement(handoverApi.move, ({ params, body, caller }) => moveDevice(deps, caller, params, body))

  implement(messagesApi.list, ({ params, query, caller }) =>
    listMessages(deps, caller, params.spaceId, query),
  )
  implement(messagesApi.count, ({ params, query, caller }) =>
    countMessages(deps, caller, params.spaceId, query),
  )
  implement(messageSearchApi.search, ({ params, query, caller }) =>
    searchMessages(deps, caller, params.spaceId, query),
  )
  implement(messagesApi.get, ({ params, caller }) => readMessage(db, caller, params))
  implement(messagesApi.events, ({ params, caller }) => listMessageEvents(db, caller, params))
  implement(messagesApi.create, ({ params, body, caller }) =>
    createMessage(deps, caller, params.spaceId, body),
  )
  olderRoutes(implement, deps)
  implement(messagesApi.update, ({ params, caller }) =>
    cancelMessage(deps, caller, params.spaceId, params.messageId),
  )
  implement(messagesApi.cancel, ({ params, body, caller }) =>
    cancelMessages(deps, caller, params.spaceId, body.ids),
  )
  implement(messagesApi.uplink, ({ body, address, gone }) => receiver.receive(body, address, gone))
  implement(messagesApi.uplinks, ({ body }) => receiveBatch(deps, lanes, body.uplinks))

  implement(configurationApi.read, ({ params, caller }) => readDeviceConfiguration(db, caller, params))
  implement(configurationApi.wish, ({ params, body, caller, ifMatch }) =>
    wishConfiguration(deps, caller, params, body.wished, { ifMatch }),
  )

  implement(firmwareApi.list, ({ params, query, caller }) => listFirmware(db, caller, params, query.limit))
  implement(firmwareApi.create, ({ params, body, caller }) => scheduleFirmware(deps, caller, params, body))
  implement(firmwareApi.cancel, ({ params, caller }) => cancelFirmware(deps, caller, params))
}

/** Calls of older clients: without a space, or by other names. */
function olderRoutes(implement: Implement, deps: Deps) {
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
