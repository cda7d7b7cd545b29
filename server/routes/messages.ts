import { messagesApi } from '#contract/messages'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import {
  cancelMessage,
  countMessages,
  createMessage,
  listMessageEvents,
  listMessages,
  readMessage,
} from '../services/messages'
import { receiveUplink, receiveUplinks } from '../services/uplink'

export function messageRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  implement(messagesApi.list, ({ params, query }) => listMessages(deps, params.spaceId, query))
  implement(messagesApi.count, ({ params, query }) => countMessages(deps, params.spaceId, query))
  implement(messagesApi.get, ({ params }) => readMessage(db, params.spaceId, params.messageId))
  implement(messagesApi.events, ({ params }) => listMessageEvents(db, params.spaceId, params.messageId))
  implement(messagesApi.create, ({ params, body, caller }) =>
    createMessage(deps, caller, params.spaceId, body),
  )
  implement(messagesApi.update, ({ params, caller }) =>
    cancelMessage(deps, caller, params.spaceId, params.messageId),
  )
  implement(messagesApi.uplink, ({ body }) => receiveUplink(deps, body))
  implement(messagesApi.uplinks, ({ body }) => receiveUplinks(deps, body.uplinks))
}
