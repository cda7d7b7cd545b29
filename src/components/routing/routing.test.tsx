import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connector, connectorSchema } from '#contract/connectors'
import type { Device } from '#contract/devices'
import { messageSchema } from '#contract/messages'
import { type Call, clientOf, showPage, spaceOf, uuid } from '../../../tests/support/console'
import { pump } from '../../../tests/support/devices'
import { ApiError } from '../../dataProvider/client'
import { SpaceCachesProvider, SpaceProvider } from '../../dataProvider/SpaceProvider'
import { ConnectorDevices } from './ConnectorDevices'
import { DeviceConnectors } from './DeviceConnectors'
import { MessageConnectors } from './MessageConnectors'

const space = spaceOf()
const at = '2026-01-02T03:04:05.678Z'
const red = { id: uuid(1), name: 'red', color: '#ff0000' }

const device = pump(1, { tags: [red] })
const message = messageSchema.parse({
  id: uuid(500),
  device_id: device.id,
  created_at: at,
  type: 'data',
  direction: 'up',
})
const connectorOf = (last: number, values: Partial<Connector> = {}) =>
  connectorSchema.parse({
    id: uuid(last),
    name: `connector-${last}`,
    created_at: '2026-01-01T00:00:00.000Z',
    type: 'webhook',
    direction: 'up',
    triggers: ['data'],
    tags: [red],
    ...values,
  })

let connectors: Connector[]
let devices: Device[]
let refuse: (call: Call) => ApiError | undefined

beforeEach(() => {
  connectors = []
  devices = [device]
  refuse = () => undefined
})
afterEach(cleanup)

function answer(call: Call): unknown {
  const error = refuse(call)
  if (error) throw error
  if (call.path.endsWith('/events')) return []
  if (call.path.endsWith('/connectors')) return connectors
  return call.path.endsWith('/devices') ? devices : device
}

const show = (part: ReactNode, role: 'admin' | null = 'admin') =>
  showPage(
    <SpaceCachesProvider>
      <SpaceProvider spaceId={space.id}>{part}</SpaceProvider>
    </SpaceCachesProvider>,
    {
      client: clientOf(answer),
      path: '/space/:spaceId',
      at: `/space/${space.id}`,
      space: spaceOf({ user_role: role }),
    },
  )
const user = userEvent.setup({ delay: null })

test('a device that triggers nothing says so, with the reason of each connector; a few are seen at first', async () => {
  connectors = Array.from({ length: 8 }, (_, index) => connectorOf(200 + index, { enabled: false }))
  show(<DeviceConnectors device={device} />)
  expect(await screen.findByText('No connector forwards the messages of this device.')).toBeTruthy()
  const list = screen.getByRole('list', { name: 'Connectors of the device' })
  expect(within(list).getAllByText('Not triggered: it is disabled.')).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Show 3 other connectors' }))
  expect(within(list).getAllByText('Not triggered: it is disabled.')).toHaveLength(8)
})

test('a space without connectors says so', async () => {
  show(<DeviceConnectors device={device} />)
  expect(await screen.findByText('There are no connectors in this space.')).toBeTruthy()
})

test('a message tells of a connector that is later, and of one that would be triggered now', async () => {
  connectors = [connectorOf(200), connectorOf(201, { created_at: '2026-02-01T00:00:00.000Z' })]
  show(<MessageConnectors message={message} />)
  expect(await screen.findByText(/^Not triggered, but it would be now/)).toBeTruthy()
  expect(screen.getByText('Not triggered: it was created after the message.')).toBeTruthy()
})

test('events that cannot be loaded can be asked for again', async () => {
  connectors = [connectorOf(200)]
  let fails = true
  refuse = ({ path }) => (fails && path.endsWith('/events') ? new ApiError(500, 'broken', 0) : undefined)
  show(<MessageConnectors message={message} />)
  expect((await screen.findByRole('alert')).textContent).toContain('broken')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByRole('list', { name: 'Connectors and this message' })).toBeTruthy()
})

test('a connector names the devices that match and the tags that they share, and what stands in the way', async () => {
  show(<ConnectorDevices connector={connectorOf(200, { enabled: false })} />)
  expect(await screen.findByText('1 device shares a tag with this connector.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'pump-1' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('It is disabled')
})

test('a connector whose tags no device has says so', async () => {
  devices = []
  show(<ConnectorDevices connector={connectorOf(200)} />)
  expect(await screen.findByText('No device has one of its tags, so no message triggers it.')).toBeTruthy()
})

test('who may not see connectors is told nothing of them', () => {
  connectors = [connectorOf(200)]
  show(
    <>
      <DeviceConnectors device={device} />
      <MessageConnectors message={message} />
    </>,
    null,
  )
  expect(screen.queryByRole('heading', { name: 'Connectors' })).toBeNull()
})
