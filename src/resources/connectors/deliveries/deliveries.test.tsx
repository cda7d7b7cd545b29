import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ATTEMPT_TEXT_MAX_BYTES, connectorsApi, SEND_CAPABILITY } from '#contract/connectors'
import { says } from '../../../../tests/support/app'
import { aDevice, aMember } from '../../../../tests/support/builders'
import { address, connect, refusal, showInSpace } from '../../../../tests/support/console'
import { aDelivery } from '../../../../tests/support/deliveries'
import { aRoute, type OwnRoute } from '../../../../tests/support/deliveryCalls'
import { catchDownloads } from '../../../../tests/support/downloads'
import { serve } from '../../../../tests/support/serve'
import DeliveryList from './DeliveryList'

const server = await serve()
let route: OwnRoute
let line: ReturnType<typeof connect>
beforeEach(async () => {
  route = await aRoute(server)
  line = connect(server, route.space.owner)
})

const PAGE = () => `/connectors/${route.connector.id}/deliveries`
type Values = Parameters<typeof aDelivery>[2]

const FAILED: Values = {
  state: 'failed',
  tries: [{ success: false, status: 500, error: 'the receiver responded with 500' }],
}

/** Stores a delivery for a device with this name. */
async function deliver(name: string, values: Values = FAILED) {
  const device = await aDevice(server, route.space, { name })
  await aDelivery(server, { ...route, device }, values)
  return device
}

const LISTING: string[] = [connectorsApi.deliveries.capability]
const show = ({ search = '', capabilities = LISTING } = {}) =>
  showInSpace(<DeliveryList />, {
    client: line.client,
    space: route.space,
    path: '/connectors/:connectorId/deliveries',
    at: PAGE() + search,
    capabilities,
  })

const user = userEvent.setup({ delay: null })
const retryOf = (device: string) =>
  screen.findByRole('button', { name: new RegExp(`^Retry: Data of ${device},`) })
const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

test('a delivery that is pending, delivered or without its message cannot be retried, and its button says why', async () => {
  await deliver('pump-1')
  await deliver('pump-2', {
    state: 'pending',
    nextAttemptAt: new Date('2999-01-02T03:04:05.678Z'),
    tries: [],
  })
  await deliver('pump-3', {})
  await deliver('pump-4', { state: 'cancelled', tries: [{ success: null, status: null }] })
  await deliver('pump-5')
  await server.db.$client.query(
    `delete from message where device_id = (select id from device where name = 'pump-5' and space_id = $1)`,
    [route.space.id],
  )
  await show()
  expect(reasonOf(await retryOf('pump-1'))).toBeUndefined()
  expect(reasonOf(await retryOf('pump-2'))).toContain('still in progress')
  expect(reasonOf(await retryOf('pump-3'))).toBe('It was delivered.')
  expect(reasonOf(await retryOf('pump-4'))).toBeUndefined()
  expect(screen.getByText('The function returned null')).toBeTruthy()
  const gone = screen.getByRole('button', { name: /^Retry: Message of pump-5/ })
  expect(reasonOf(gone)).toBe('Its message is no longer kept.')
})

test('people without the permission can see the deliveries but not retry them', async () => {
  await deliver('pump-1')
  line = connect(server, await aMember(server, route.space, 'user'))
  await show()
  expect(reasonOf(await retryOf('pump-1'))).toBe('Your role does not allow this.')
  expect(reasonOf(screen.getByRole('button', { name: 'Retry all not delivered' }))).toBe(
    'Your role does not allow this.',
  )
})

test('a row expands to all attempts, which mark a truncated body', async () => {
  const request = { method: 'POST', url: 'https://example.com/hook', duration: 1234 }
  const bodies = { requestBody: 'x'.repeat(ATTEMPT_TEXT_MAX_BYTES), responseBody: '' }
  const logs = ['first line', 'second line']
  await deliver('pump-1', {
    state: 'failed',
    tries: [{ success: false, status: 500, ...request, ...bodies, logs }],
  })
  await show()
  await user.click(await screen.findByRole('button', { name: /^Details of Data of pump-1/ }))
  expect(await screen.findByText('POST https://example.com/hook')).toBeTruthy()
  expect(screen.getByText('1,234 ms')).toBeTruthy()
  expect(screen.getAllByText('Only the first 16 kB are kept.')).toHaveLength(1)
  await says('Response body: empty')
  expect(screen.getByRole('region', { name: 'Console output' }).textContent).toContain('second line')
})

test('an hour lists deliveries that failed in it, even if they succeeded later, with the reasons', async () => {
  const failed = { success: false, status: null, error: 'odd', errorCode: 'connection_refused' as const }
  await deliver('pump-1', { tries: [failed, failed, {}] })
  await deliver('pump-2', {})
  await show({ search: `?after=2026-01-02T03:00:00.000Z&outcome=failed` })
  await retryOf('pump-1')
  expect(screen.getByText('Delivered')).toBeTruthy()
  await says(/^2 failed attempts: .*refused/)
  expect(screen.queryByText('pump-2')).toBeNull()
})

test('a retry that the server refuses shows the reason', async () => {
  line.interrupt = ({ method }) =>
    method === 'POST' ? refusal(409, 'a delivery that is pending cannot be tried again') : undefined
  await deliver('pump-1')
  await show()
  await user.click(await retryOf('pump-1'))
  expect(await screen.findByText('a delivery that is pending cannot be tried again')).toBeTruthy()
})

test('failed deliveries of the filtered hour are counted, and retried after a confirmation', async () => {
  const hour = { after: '2026-01-02T03:00:00.000Z', before: '2026-01-02T04:00:00.000Z' }
  const device = await aDevice(server, route.space)
  const failAt = (time: string) =>
    aDelivery(server, { ...route, device }, { ...FAILED, at: new Date(`2026-01-02T${time}:00.000Z`) })
  for (let minute = 10; minute < 22; minute += 1) await failAt(`03:${minute}`)
  await failAt('04:30')
  await show({ search: '?after=2026-01-02T03:00:00.000Z&before=2026-01-02T03:59:59.999Z' })
  await user.click(await screen.findByRole('button', { name: 'Retry all not delivered' }))
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Retry 12 deliveries?',
  })
  expect(line.sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('12 deliveries are being retried')).toBeTruthy()
  expect(line.sent.map(({ body }) => body)).toEqual([hour])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('without deliveries, the list says what it will show', async () => {
  await show()
  expect(await screen.findByText(/^No deliveries yet\./)).toBeTruthy()
})

test('without failed deliveries there is no retry to confirm', async () => {
  await deliver('pump-3', {})
  await show()
  await user.click(await screen.findByRole('button', { name: 'Retry all not delivered' }))
  expect(await screen.findByText('Everything was delivered.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a filter without failed deliveries has none to retry; a filter without matches can be cleared', async () => {
  await deliver('pump-1')
  await show({ search: `?filter=${encodeURIComponent('{"state":["delivered"]}')}` })
  expect(await screen.findByText('No data available')).toBeTruthy()
  const all = screen.getByRole('button', { name: 'Retry all not delivered' })
  expect(reasonOf(all)).toBe('The filter excludes what was not delivered.')
  await user.click(screen.getAllByRole('button', { name: 'Clear all filters' })[0] ?? all)
  await waitFor(() => expect(address()).not.toContain('delivered'))
})

test('a list that cannot be loaded shows an error', async () => {
  line.interrupt = ({ path }) => (path.endsWith('/deliveries') ? refusal(500, 'broken') : undefined)
  await show()
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred while loading data')
})

test('a server that does not list deliveries gets no call for them', async () => {
  await show({ capabilities: [] })
  expect(await screen.findByRole('heading', { name: 'This server does not list deliveries' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the connector' }).getAttribute('href')).toBe(
    `/space/${route.space.id}/connectors/${route.connector.id}`,
  )
  expect(line.calls.filter(({ path }) => path.endsWith('/deliveries'))).toEqual([])
})

const WAITING: Values = {
  state: 'pending',
  nextAttemptAt: new Date('2999-01-02T03:04:05.678Z'),
  tries: [{ success: false, status: 500 }],
}
const SENDING = [connectorsApi.deliveries.capability, SEND_CAPABILITY]
/** Number of due deliveries. */
const due = async () =>
  (
    await server.db.$client.query(
      `select from delivery where connector_id = $1 and state = 'pending' and due_at <= now()`,
      [route.connector.id],
    )
  ).rowCount

test('a pending delivery can be sent now from its row', async () => {
  await deliver('pump-1', WAITING)
  await deliver('pump-2', WAITING)
  await show({ capabilities: SENDING })
  await user.click(await screen.findByRole('button', { name: /^Send now: Data of pump-1,/ }))
  await screen.findByText('1 delivery is being sent now')
  expect(await due()).toBe(1)
})

test('all pending deliveries can be sent now, after a count and a confirmation', async () => {
  await deliver('pump-1', WAITING)
  await deliver('pump-2', WAITING)
  await deliver('pump-3')
  await show({ capabilities: SENDING })
  await user.click(await screen.findByRole('button', { name: 'Send all waiting now' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Send 2 waiting deliveries now?' })
  await user.click(within(dialog).getByRole('button', { name: 'Send now' }))
  await screen.findByText('2 deliveries are being sent now')
  expect(await due()).toBe(2)
})

test('the deliveries of one device are listed, and its pending ones can be sent now', async () => {
  const device = await deliver('pump-1', WAITING)
  await deliver('pump-2', WAITING)
  await show({ capabilities: SENDING })
  await screen.findByRole('button', { name: /^Send now: Data of pump-2,/ })
  await user.click(screen.getByRole('button', { name: 'Filter: Device' }))
  await screen.findByRole('combobox', { name: 'Device' })
  await user.click(await screen.findByRole('option', { name: /pump-1/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Send now: Data of pump-2,/ })).toBeNull())
  expect(decodeURIComponent(address())).toContain(`"device_id":"${device.id}"`)
  await user.click(screen.getByRole('button', { name: 'Send all waiting now' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Send 1 waiting delivery now?' })
  expect(dialog.textContent).toContain('Only deliveries of the selected device.')
  await user.click(within(dialog).getByRole('button', { name: 'Send now' }))
  await screen.findByText('1 delivery is being sent now')
  expect(await due()).toBe(1)
})

test('on a server without the filter by device there is no such choice and no such call', async () => {
  const device = await deliver('pump-1')
  await show({ search: `?filter=${encodeURIComponent(JSON.stringify({ device_id: device.id }))}` })
  await retryOf('pump-1')
  expect(screen.queryByRole('button', { name: 'Filter: Device' })).toBeNull()
  expect(line.calls.some(({ path }) => path.includes('device_id'))).toBe(false)
})

test('pending ones of the selected deliveries can be sent now', async () => {
  await deliver('pump-1', WAITING)
  await deliver('pump-2', WAITING)
  await deliver('pump-3')
  await show({ capabilities: SENDING })
  for (const name of [/^Select Data of pump-1/, /^Select Data of pump-3/])
    await user.click(await screen.findByRole('checkbox', { name }))
  await user.click(await screen.findByRole('button', { name: 'Send now' }))
  await screen.findByText('1 delivery is being sent now')
  expect(await due()).toBe(1)
})

test('the deliveries of the list are exported, with their outcome', async () => {
  const saved = catchDownloads()
  await deliver('pump-1')
  await deliver('pump-2', {})
  await show()
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export deliveries' }))
  await user.click(dialog.getByRole('radio', { name: /^CSV/ }))
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  const { name, text } = await saved()
  expect(name).toMatch(/^deliveries-.*\.csv$/)
  const [header = '', ...rows] = text.trimEnd().split('\r\n')
  expect(header).toContain('device_name')
  expect(rows.map((row) => /pump-\d/.exec(row)?.[0])).toEqual(['pump-2', 'pump-1'])
  expect(rows[1]).toContain('the receiver responded with 500')
})
