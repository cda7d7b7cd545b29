import { expect, test } from 'vitest'
import { type Connector, connectorEntity, WEBHOOK_EVENTS } from '#contract/connectors'
import { messageEventSchema } from '#contract/messages'
import { outcomeOf, routesOfDevice, routesOfMessage, standstillOf } from './explain'

const uuid = (last: number) => `01890a5d-ac96-774b-bcce-${String(last).padStart(12, '0')}`
const red = { id: uuid(1), name: 'red', color: '#ff0000' }
const blue = { id: uuid(2), name: 'blue', color: '#0000ff' }
const device = { tags: [red] }
const at = '2026-01-02T03:04:05.678Z'
const message = { type: 'data', direction: 'up', created_at: at } as const

const connectorOf = (last: number, values: Partial<Connector> = {}) =>
  connectorEntity.schema.parse({
    id: uuid(last),
    name: `connector-${last}`,
    created_at: '2026-01-01T00:00:00.000Z',
    type: 'webhook',
    direction: 'up',
    triggers: ['data', 'codec'],
    tags: [red, blue],
    ...values,
  })

const eventOf = (last: number, type: string, connector: number | null, body: unknown = null) =>
  messageEventSchema.parse({
    id: uuid(last),
    create_at: at,
    type,
    message_connector_id: connector && uuid(connector),
    body,
  })

test('a device triggers connectors of its tags by their types; others come last, with all reasons', () => {
  const routes = routesOfDevice(
    [
      connectorOf(11, { enabled: false, tags: [blue] }),
      connectorOf(12),
      connectorOf(13, { triggers: ['stats'] }),
      connectorOf(14, { direction: 'down', triggers: ['config'] }),
    ],
    device,
  )
  expect(
    routes.map(({ connector, types, shared, obstacles }) => [connector.name, types, shared, obstacles]),
  ).toEqual([
    ['connector-12', ['data', 'encoder', 'decoder'], [red], []],
    ['connector-14', ['config'], [red], []],
    ['connector-11', [], [], ['disabled', 'tag']],
    ['connector-13', [], [red], ['trigger']],
  ])
})

test('a connector is inactive while it is disabled or has no message type as a trigger', () => {
  expect(standstillOf(connectorOf(11))).toBeNull()
  expect(standstillOf(connectorOf(11, { enabled: false }))).toBe('disabled')
  expect(standstillOf(connectorOf(11, { triggers: ['stats'] }))).toBe('trigger')
})

test('a message triggered the connectors with events on it, and the last event has the outcome', () => {
  const details = { delivery_id: uuid(90), attempt: 1, status: 204, error: null, next_attempt_at: null }
  const { fired, silent } = routesOfMessage(
    message,
    [
      eventOf(20, 'downlink.sent', null),
      eventOf(21, WEBHOOK_EVENTS.retry, 11, { ...details, attempt: 0, status: 500, error: 'no' }),
      eventOf(22, WEBHOOK_EVENTS.cancelled, 99),
      eventOf(23, WEBHOOK_EVENTS.delivered, 11, JSON.stringify(details)),
    ],
    // Disabled now, but was triggered.
    [connectorOf(11, { enabled: false })],
    device,
  )
  expect(silent).toEqual([])
  expect(fired).toEqual([
    {
      connectorId: uuid(11),
      connector: expect.objectContaining({ name: 'connector-11' }),
      event: 'webhook.delivered',
      at,
      details: { ...details, error_code: null, error_detail: null },
    },
    { connectorId: uuid(99), connector: undefined, event: 'webhook.cancelled', at, details: undefined },
  ])
})

test('every other connector has its reasons, or none when it would be triggered now', () => {
  const { fired, silent } = routesOfMessage(
    message,
    [],
    [
      connectorOf(11, { direction: 'down', triggers: ['shell'] }),
      connectorOf(12, { created_at: '2026-01-02T03:04:06.000Z' }),
      connectorOf(13),
    ],
    device,
  )
  expect(fired).toEqual([])
  expect(silent.map(({ mismatches, isLater }) => [mismatches, isLater])).toEqual([
    [['direction', 'trigger'], false],
    [[], true],
    [[], false],
  ])
})

test('an unknown event has no text of the console', () => {
  expect(outcomeOf(WEBHOOK_EVENTS.retry)).toBe('retry')
  expect(outcomeOf('webhook.success')).toBeNull()
})
