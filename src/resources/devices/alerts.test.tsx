import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ALERTS_CAPABILITY, MUTES_CAPABILITY } from '#contract/alerts'
import { DAY, HOUR } from '#contract/common/durations'
import { STATE_CAPABILITY } from '#contract/devices'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { aDevice, aMember, aMessage } from '../../../tests/support/builders'
import { stubCanvas } from '../../../tests/support/canvas'
import { connect, showInSpace } from '../../../tests/support/console'
import { createMute } from '../../../tests/support/mutes'
import { findValues } from '../../../tests/support/series'
import { serveSpace } from '../../../tests/support/serve'
import { anUplink } from '../../../tests/support/uplink'
import { devices } from '.'
import DeviceList from './DeviceList'
import DevicePage from './DevicePage'

stubCanvas()
const { server, space } = await serveSpace()
let line: ReturnType<typeof connect>
beforeEach(() => {
  line = connect(server, space.owner)
})

const show = (id: string, search = '', capabilities = [ALERTS_CAPABILITY, SERIES_CAPABILITY]) =>
  showInSpace(<DevicePage />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices/:id',
    at: `/devices/${id}${search}`,
    capabilities,
  })

/** Creates a device whose level is below the limit of a rule. */
async function aTroubledDevice() {
  const device = await aDevice(server, space)
  const scope = { kind: 'devices', device_ids: [device.id] }
  const condition = { kind: 'below', path: 'level', limit: 20 }
  const body = { name: 'Tank nearly empty', condition, scope }
  await server.call('POST', `/spaces/${space.id}/alert-rules`, { token: space.owner.token, body })
  for (const level of [30, 19]) await anUplink(server, device, { body: { level } })
  await findValues(server)
  return device
}

/** Address of a device's alerts. */
const alertsOf = (id: string) =>
  `/space/${space.id}/alerts?${new URLSearchParams({ filter: JSON.stringify({ device_id: id }) })}`

test('the page of a device shows its open alerts, and links to them', async () => {
  const { id } = await aTroubledDevice()
  await show(id)
  const title = await screen.findByText('1 open alert')
  const banner = within(title.closest<HTMLElement>('[role=alert]') ?? title)
  expect(title.closest('[role=alert]')?.textContent).toContain('When level is below 20.')
  const open = banner.getByRole('link', { name: 'Tank nearly empty' }).getAttribute('href')
  expect(open).toMatch(new RegExp(`^/space/${space.id}/alerts/[\\w-]{36}$`))
  expect(banner.getByRole('link', { name: 'All alerts of this device' }).getAttribute('href')).toBe(
    alertsOf(id),
  )
})

test('a device with an open alert says so in the list and in the header of its page, with a link', async () => {
  const [device, quiet] = [await aTroubledDevice(), await aDevice(server, space)]
  await anUplink(server, quiet, { body: { level: 30 } })
  const capabilities = [STATE_CAPABILITY, ALERTS_CAPABILITY]
  const { unmount } = await showInSpace(<DeviceList />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices',
    at: '/devices?perPage=100',
    capabilities,
  })
  const rowOf = async (name: string) =>
    within((await screen.findByRole('link', { name })).closest('tr, li') ?? document.body)
  const link = (await rowOf(device.name)).getByRole('link', { name: '1 alert' })
  expect(link.getAttribute('href')).toBe(alertsOf(device.id))
  expect((await rowOf(quiet.name)).queryByRole('link', { name: /alert/ })).toBeNull()
  unmount()
  await show(device.id, '', capabilities)
  expect(await screen.findByRole('link', { name: '1 open alert.' })).toBeTruthy()
})

test('the history of a device has its alerts on the time axis', async () => {
  const { id } = await aTroubledDevice()
  await show(id, '?tab=history')
  expect(await screen.findByRole('button', { name: /: Alert: Tank nearly empty$/ })).toBeTruthy()
})

test('the history has the limits of the rules for its values, and leads to the form of a new one', async () => {
  const { id, name } = await aTroubledDevice()
  const other = { kind: 'devices', device_ids: [(await aDevice(server, space)).id] }
  const body = { name: 'Elsewhere', condition: { kind: 'below', path: 'level', limit: 5 }, scope: other }
  await server.call('POST', `/spaces/${space.id}/alert-rules`, { token: space.owner.token, body })
  await show(id, '?tab=history')
  const limits = within(await screen.findByRole('list', { name: 'Limits of alert rules' }))
  expect(limits.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Tank nearly empty: When level is below 20',
  ])
  const form = new URL(
    screen.getByRole('link', { name: 'Alert me…' }).getAttribute('href') ?? '',
    'http://console',
  )
  expect(form.pathname).toBe(`/space/${space.id}/alert-rules`)
  expect(form.searchParams.get('suggestion')).toContain(`device=${id}`)
  expect(form.searchParams.get('suggestion')).toContain(name.slice(0, 4))
})

test('people who cannot create rules get no link to their form', async () => {
  const { id } = await aTroubledDevice()
  line = connect(server, await aMember(server, space, 'user'))
  await show(id, '?tab=history')
  expect(await screen.findByRole('list', { name: 'Lines' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Alert me…' })).toBeNull()
})

test('the table of a history has only the alerts of its range', async () => {
  const { id } = await aTroubledDevice()
  const table = async () => within(await screen.findByRole('table', { hidden: true }))
  const { unmount } = await show(id, '?tab=history')
  expect(await (await table()).findByText('Alert: Tank nearly empty')).toBeTruthy()
  unmount()
  const [after, before] = [Date.now() - 7_200_000, Date.now() - HOUR]
  await show(id, `?tab=history&range=${after}-${before}`)
  await table()
  await waitFor(() =>
    expect(line.calls.filter(({ path }) => path.endsWith('/alerts')).length).toBeGreaterThan(1),
  )
  expect((await table()).queryByText('Alert: Tank nearly empty')).toBeNull()
})

test('the page of a device shows its mute, until when and by whom', async () => {
  const [muted, other] = [await aDevice(server, space), await aDevice(server, space)]
  const { id } = await createMute(server, space, {
    name: 'New pumps',
    scope: { kind: 'devices', device_ids: [muted.id] },
  })
  await createMute(server, space, {
    name: 'New gateway',
    scope: { kind: 'devices', device_ids: [other.id] },
  })
  await show(muted.id, '', [ALERTS_CAPABILITY, MUTES_CAPABILITY, SERIES_CAPABILITY])
  const link = await screen.findByRole('link', { name: 'New pumps' })
  expect(link.getAttribute('href')).toBe(`/space/${space.id}/mutes/${id}`)
  expect(link.closest('[role=alert]')?.textContent).toMatch(
    new RegExp(`^MutedNew pumps until .*, by ${space.owner.email}$`),
  )
})

test('the page of a silent device has its last messages, and says that the last day had none', async () => {
  const device = await aDevice(server, space)
  const at = new Date(Date.now() - 6 * DAY)
  await aMessage(server, device, { at, body: '{"level":4.5}' })
  await server.db.$client.query('update device_contact set last_seen = $1 where device_id = $2', [
    at,
    device.id,
  ])
  await show(device.id)
  expect(await screen.findByText('No messages in the last 24 hours. Showing the last ones.')).toBeTruthy()
  expect(screen.getByRole('link', { name: '6 days ago' })).toBeTruthy()
})

test('a server without alerts gets no call for them', async () => {
  const { id } = await aTroubledDevice()
  await show(id, '', [SERIES_CAPABILITY])
  expect(await screen.findByText('Last messages')).toBeTruthy()
  expect(line.calls.filter(({ path }) => path.endsWith('/alerts'))).toEqual([])
})
