import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import type { ConnectorInput } from '#contract/connectors'
import {
  aConnector,
  aDevice,
  aMessage,
  anEvent,
  aSpace,
  aTag,
  type TestSpace,
} from '../../../tests/support/builders'
import { connect, refusal, showInSpace } from '../../../tests/support/console'
import { aDelivery } from '../../../tests/support/deliveries'
import { serve } from '../../../tests/support/serve'
import { CurrentSpaceProvider } from '../../dataProvider/account'
import { ConnectorDevices } from './ConnectorDevices'
import { DeviceConnectors } from './DeviceConnectors'
import { MessageConnectors } from './MessageConnectors'

const server = await serve()
let space: TestSpace
let tags: Awaited<ReturnType<typeof aTag>>[]
let device: Awaited<ReturnType<typeof aDevice>>
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  tags = [await aTag(server, space, 'red')]
  device = await aDevice(server, space, { name: 'pump-1', tags })
  line = connect(server, space.owner)
})

const connectorOf = (values: Partial<ConnectorInput> = {}) => aConnector(server, space, { tags, ...values })
const show = (part: ReactNode) => showInSpace(part, { client: line.client, space })

/** Sends a message of the device. */
const message = async () => {
  const id = await aMessage(server, device)
  return line.client.call(api.messages.get.answer, 'GET', `/spaces/${space.id}/messages/${id}`)
}
const user = userEvent.setup({ delay: null })

test('a device that triggers nothing says so, with the reason of each connector, of which a few are shown first', async () => {
  for (let count = 0; count < 8; count += 1) await connectorOf({ enabled: false })
  await show(<DeviceConnectors device={device} />)
  expect(await screen.findByText('No connector forwards the messages of this device.')).toBeTruthy()
  const list = screen.getByRole('list', { name: 'Connectors of the device' })
  expect(within(list).getAllByText('Not triggered: it is disabled.')).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Show 3 other connectors' }))
  expect(within(list).getAllByText('Not triggered: it is disabled.')).toHaveLength(8)
})

test('a connector only for alerts causes no warning that nothing is forwarded', async () => {
  const alerts = await connectorOf({ triggers: [], tags: [] })
  const capabilities = [ALERTS_CAPABILITY]
  const { unmount } = await showInSpace(<DeviceConnectors device={device} />, {
    client: line.client,
    space,
    capabilities,
  })
  expect(await screen.findByText('Not triggered: it only delivers alerts.')).toBeTruthy()
  expect(screen.queryByText('No connector forwards the messages of this device.')).toBeNull()
  unmount()
  await showInSpace(<ConnectorDevices connector={alerts} />, { client: line.client, space, capabilities })
  expect(await screen.findByText(/^It only delivers alerts/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a space without connectors says so', async () => {
  await show(<DeviceConnectors device={device} />)
  expect(await screen.findByText('There are no connectors in this space.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create your first connector' }).getAttribute('href')).toMatch(
    /\/connectors\?create=true$/,
  )
})

test('a message lists a connector that is newer, and one that would be triggered now', async () => {
  await connectorOf()
  const sent = await message()
  await connectorOf()
  await show(<MessageConnectors message={sent} />)
  expect(await screen.findByText(/^Not triggered, but it would be now/)).toBeTruthy()
  expect(screen.getByText('Not triggered: it was created after the message.')).toBeTruthy()
})

test('events that cannot be loaded can be retried', async () => {
  await connectorOf()
  line.interrupt = ({ path }) => (path.endsWith('/events') ? refusal(500, 'broken') : undefined)
  await show(<MessageConnectors message={await message()} />)
  expect((await screen.findByRole('alert')).textContent).toContain('broken')
  line.interrupt = () => undefined
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByRole('list', { name: 'Connectors and this message' })).toBeTruthy()
})

test('a connector lists matching devices with their shared tags, and obstacles', async () => {
  await show(<ConnectorDevices connector={await connectorOf({ enabled: false })} />)
  expect(await screen.findByText('1 device shares a tag with this connector.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'pump-1' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('It is disabled')
})

test('a connector whose tags no device has says so', async () => {
  const lonely = await connectorOf({ tags: [await aTag(server, space)] })
  await show(<ConnectorDevices connector={lonely} />)
  expect(await screen.findByText('No device has one of its tags, so no message triggers it.')).toBeTruthy()
})

test('a person who may not see connectors sees none', async () => {
  await connectorOf()
  const sent = await message()
  await show(
    <CurrentSpaceProvider value={undefined}>
      <DeviceConnectors device={device} />
      <MessageConnectors message={sent} />
    </CurrentSpaceProvider>,
  )
  expect(screen.queryByRole('heading', { name: 'Connectors' })).toBeNull()
})

test('message, device and connector explain which messages trigger which connectors', async () => {
  const warehouse = await connectorOf({ name: 'to-warehouse' })
  await connectorOf({ name: 'old-archive', enabled: false })
  await connectorOf({ name: 'shell-audit', direction: 'down', triggers: ['shell'], tags: [] })
  const sent = await message()
  await aDelivery(server, { space, connector: warehouse, device }, { messageId: sent.id })
  await anEvent(server, sent.id, { messageConnectorId: warehouse.id })
  const textsOf = async (name: string) => {
    const list = await screen.findByRole('list', { name })
    return [...list.children].map(({ textContent }) => textContent)
  }
  const ofMessage = await show(<MessageConnectors message={sent} />)
  expect(await textsOf('Connectors and this message')).toEqual([
    expect.stringMatching(/^to-warehouse.*Delivered/),
    expect.stringMatching(/^old-archive.*Not triggered: it is disabled\./),
    expect.stringMatching(
      /^shell-audit.*Not triggered: its direction is Downlink; its triggers do not include Data; it shares no tag/,
    ),
  ])
  const tried = screen.getByRole('link', { name: 'Test old-archive with this message' })
  expect(tried.getAttribute('href')).toMatch(new RegExp(`edit=true&tab=preview&message=${sent.id}$`))
  ofMessage.unmount()

  const ofDevice = await show(<DeviceConnectors device={device} />)
  expect(await textsOf('Connectors of the device')).toEqual([
    expect.stringMatching(/^to-warehouse.*Uplink.*Data.*red$/),
    expect.stringMatching(/^old-archive.*it is disabled\.$/),
    expect.stringMatching(/^shell-audit.*it shares no tag with the device\.$/),
  ])
  ofDevice.unmount()

  await show(<ConnectorDevices connector={warehouse} />)
  const row = await screen.findByRole('row', { name: /pump-1/ })
  expect(row.textContent).toContain('red')
})
