import { expect } from 'vitest'
import { type Confirm, type MessageCreate, messagesApi } from '#contract/messages'
import type { TestSpace } from './builders'
import type { TestServer } from './makeServer'
import { anUplink, type Proof } from './uplink'

/** Downlinks in a space: calls of its owner, and what devices receive and confirm. */
export function downlinksOf(server: TestServer, space: TestSpace) {
  const { token } = space.owner
  const path = `/spaces/${space.id}/messages`

  const read = async (id: string) => {
    const answer = await server.call('GET', `${path}/${id}`, { token })
    return messagesApi.get.answer.parse(await answer.json())
  }
  const create = async (device: { id: string }, values: Partial<Record<keyof MessageCreate, unknown>> = {}) =>
    server.call('POST', path, {
      token,
      body: { device_id: device.id, type: 'config', body: ['a'], ...values },
    })

  return {
    read,
    create,
    /** Schedules a downlink; returns its id. */
    order: async (device: { id: string }, values: Partial<MessageCreate> = {}) => {
      const answer = await create(device, values)
      expect([answer.status, answer.headers.get('x-unknown-fields')]).toEqual([201, null])
      return messagesApi.create.answer.parse(await answer.json()).id
    },
    /** Sends an uplink with confirmations; returns the ids that the device receives. */
    send: async (device: Proof, confirms?: Confirm[], values: object = {}) => {
      const { downlinks } = await anUplink(server, device, { ...values, ...(confirms && { confirms }) })
      return downlinks.map(({ id }) => id)
    },
    cancel: async (id: string) =>
      (await server.call('PUT', `${path}/${id}`, { token, body: { down_state: 'cancelled' } })).status,
    /** Types of the events of a message. */
    events: async (id: string) => {
      const answer = await server.call('GET', `${path}/${id}/events`, { token })
      return messagesApi.events.answer.parse(await answer.json()).map(({ type, body }) => ({ type, body }))
    },
    /** State and outcome of a downlink, and whether it waits for a confirmation. */
    stateOf: async (id: string) => {
      const { down_state, down_outcome, down_awaits } = await read(id)
      return `${down_state} ${down_outcome}${down_awaits ? ' awaits' : ''}`
    },
  }
}

export const done = (...ids: string[]): Confirm[] =>
  ids.map((id) => ({ id, result: 'done', reason: undefined }))
