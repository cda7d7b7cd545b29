import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY, HOUR } from '#contract/common/durations'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { aConnector, aDevice, aMember, aMessage, anEvent } from '../../../../tests/support/builders'
import { stubCanvas } from '../../../../tests/support/canvas'
import { address, connect, showInSpace, uuid } from '../../../../tests/support/console'
import { findValues } from '../../../../tests/support/series'
import { serveSpace } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { dayAround } from '../../../components/series/ValueHistory'
import { messages } from '..'
import MessagePage from './MessagePage'

stubCanvas()
const { server, space } = await serveSpace()
const user = userEvent.setup({ delay: null })

let device: Awaited<ReturnType<typeof aDevice>>
let line: ReturnType<typeof connect>
beforeEach(async () => {
  device = await aDevice(server, space, { name: 'pump-1' })
  line = connect(server, space.owner)
})

const downlink = { type: 'shell', direction: 'down', downState: 'pending', body: '["config show"]' } as const
const uplink = { body: '{"thermometer":{"temperature":21.5}}' }

const showPageOf = (id: string) =>
  showInSpace(<MessagePage />, {
    client: line.client,
    space,
    resource: messages,
    path: '/messages/:id',
    at: `/messages/${id}`,
  })

/** Shows the page of a new message; returns its id. */
async function show(values: Parameters<typeof aMessage>[2]) {
  const id = await aMessage(server, device, values)
  await showPageOf(id)
  return id
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const definition = (term: string) =>
  screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent

test('an uplink shows its device, its body as a tree and no state', async () => {
  await show({ ...uplink, codecHash: 'a1b2', raw: 'ff00' })
  await heading('Data uplink of pump-1')
  expect(screen.getAllByRole('link', { name: 'pump-1' }).map((link) => link.getAttribute('href'))).toEqual([
    `/space/${space.id}/messages?deviceId=${device.id}`,
    `/space/${space.id}/devices/${device.id}`,
  ])
  expect(screen.getByRole('treeitem', { name: 'temperature: 21.5' })).toBeTruthy()
  expect(definition('Codec hash')).toContain('a1b2')
  expect(screen.getByRole('textbox', { name: 'Raw message' })).toHaveProperty('readOnly', true)
  expect(screen.queryByText('State')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel message' })).toBeNull()
  expect(await screen.findByText('No events yet.')).toBeTruthy()
})

test('a pending downlink is cancelled after a question, and then shown as cancelled', async () => {
  await show(downlink)
  await heading('Shell downlink to pump-1')
  expect(definition('State')).toBe('At the next contact')
  await user.click(screen.getByRole('button', { name: 'Cancel message' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this message?' })
  expect(line.sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Cancel message' }))
  expect(await screen.findByText('Message cancelled')).toBeTruthy()
  await waitFor(() => expect(definition('State')).toBe('Cancelled'))
  expect(line.sent.map(({ body }) => body)).toEqual([{ down_state: 'cancelled' }])
  expect(screen.queryByRole('button', { name: 'Cancel message' })).toBeNull()
})

test('a downlink that was sent in the meantime says so and shows its new state', async () => {
  const id = await show(downlink)
  await heading('Shell downlink to pump-1')
  await user.click(screen.getByRole('button', { name: 'Cancel message' }))
  const dialog = await screen.findByRole('alertdialog')
  const { downlinks } = await anUplink(server, device)
  expect(downlinks).toMatchObject([{ id }])
  await user.click(within(dialog).getByRole('button', { name: 'Cancel message' }))
  expect(await screen.findByText('The message can no longer be cancelled')).toBeTruthy()
  await waitFor(() => expect(definition('State')).toMatch(/^Handed over .*; this device does not confirm$/))
})

test('without the permission the button is disabled and says why', async () => {
  line = connect(server, await aMember(server, space, 'user'))
  await show(downlink)
  await heading('Shell downlink to pump-1')
  const button = screen.getByRole('button', { name: 'Cancel message' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('the only message of a device has no neighbours, and says so', async () => {
  await show(uplink)
  expect(await screen.findByText('This is the oldest message of the device.')).toBeTruthy()
  expect(await screen.findByText('This is the newest message of the device.')).toBeTruthy()
  const previous = screen.getByRole('button', { name: 'Previous message of this device' })
  expect(previous.getAttribute('aria-disabled')).toBe('true')
})

test('events are folded, name their connectors, and expand one at a time to the result of the function', async () => {
  const connector = await aConnector(server, space, { name: 'to-the-office' })
  const id = await aMessage(server, device, uplink)
  const made = { messageConnectorId: connector.id }
  await anEvent(server, id, { ...made, functionReturn: '{"url":"https://example.com"}' })
  await anEvent(server, id, {
    ...made,
    type: 'webhook.retry',
    functionReturn: '{"url":"https://example.org"}',
  })
  await showPageOf(id)
  const events = await screen.findByRole('table', { name: 'Events' })
  const names = await within(events).findAllByRole('link', { name: 'to-the-office' })
  expect(names).toHaveLength(2)
  expect(within(events).queryByRole('tree')).toBeNull()

  const returned = () =>
    within(events)
      .getAllByRole('treeitem', { name: /^url: / })
      .map((item) => item.getAttribute('aria-label') ?? item.textContent)
  await user.click(within(events).getByRole('button', { name: 'Details of webhook.delivered' }))
  expect(within(events).getByRole('treeitem', { name: 'url: "https://example.com"' })).toBeTruthy()
  await user.click(within(events).getByRole('button', { name: 'Details of webhook.retry' }))
  expect(within(events).getByRole('treeitem', { name: 'url: "https://example.org"' })).toBeTruthy()
  expect(returned()).toHaveLength(1)
})

test('many events are grouped by connector into a row with the latest, which opens by keyboard', async () => {
  const [first, second] = [
    await aConnector(server, space, { name: 'to-the-plant' }),
    await aConnector(server, space, { name: 'to-the-lab' }),
  ]
  const id = await aMessage(server, device, uplink)
  for (let attempt = 0; attempt < 10; attempt += 1)
    await anEvent(server, id, { messageConnectorId: first.id, type: 'webhook.retry' })
  await anEvent(server, id, { messageConnectorId: second.id, type: 'webhook.delivered' })
  await anEvent(server, id, {
    messageConnectorId: first.id,
    type: 'webhook.failed',
    functionReturn: '{"a":1}',
  })
  await showPageOf(id)
  const events = await screen.findByRole('table', { name: 'Events' })
  const rows = () => within(events).getAllByRole('row').slice(1)
  const button = await within(events).findByRole('button', { name: 'latest of 11 events to-the-plant' })
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/webhook\.deliveredto-the-lab$/),
    expect.stringMatching(/webhook\.failedlatest of 11 eventsto-the-plant$/),
  ])
  expect(button.getAttribute('aria-expanded')).toBe('false')
  button.focus()
  await user.keyboard('{Enter}')
  expect(rows()).toHaveLength(13)
  await user.click(within(events).getByRole('button', { name: 'Details of webhook.failed' }))
  expect(within(events).getByRole('treeitem', { name: 'a: 1' })).toBeTruthy()
  await user.click(button)
  expect(rows()).toHaveLength(2)
})

test('a message that does not exist says so and links to the messages', async () => {
  await showPageOf(uuid(500))
  await heading('Message not found')
  const link = screen.getByRole('link', { name: 'Go to messages' })
  expect(link.getAttribute('href')).toBe(`/space/${space.id}/messages`)
})

test('a downlink that the device receives is shown as sent without a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await show(downlink)
  await heading('Shell downlink to pump-1')
  expect(definition('State')).toBe('At the next contact')
  await anUplink(server, device)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(definition('State')).toMatch(/^Handed over .*; this device does not confirm$/))
  expect(await screen.findByRole('cell', { name: 'downlink.sent' })).toBeTruthy()
})

test('the neighbours of a message are a step away', async () => {
  const first = await aMessage(server, device, {
    body: '{"note":"first"}',
    at: new Date(Date.now() - 60_000),
  })
  const second = await aMessage(server, device, { body: '{"note":"second"}' })
  await showPageOf(first)
  await user.click(await screen.findByRole('link', { name: 'Next message of this device' }))
  await waitFor(() => expect(address()).toBe(`/space/${space.id}/messages/${second}`))
  expect(await screen.findByRole('treeitem', { name: 'note: "second"' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Previous message of this device' })).toBeTruthy()
  const next = screen.getByRole('button', { name: 'Next message of this device' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
})

describe('a number of the body', () => {
  const showBody = async (body: object) => {
    const { id } = await anUplink(server, device, { body })
    await findValues(server)
    await showInSpace(<MessagePage />, {
      client: line.client,
      space,
      resource: messages,
      path: '/messages/:id',
      at: `/messages/${id}`,
      capabilities: [SERIES_CAPABILITY],
    })
  }

  test('shows its trend in place, and links to its history', async () => {
    await showBody({ meters: [{ serial: 4, volume: 21.5 }] })
    await user.click(await screen.findByRole('treeitem', { name: 'volume: 21.5' }))
    await user.click(await screen.findByRole('button', { name: 'History of volume' }))
    const history = await screen.findByRole('region', { name: 'History of volume' })
    expect(await within(history).findByText(/^1 value from /)).toBeTruthy()
    const more = within(history).getByRole('link', { name: 'More history' }).getAttribute('href')
    const { pathname, searchParams } = new URL(more ?? '', 'http://console')
    expect(pathname).toBe(`/space/${space.id}/devices/${device.id}`)
    expect(searchParams.get('series')).toBe('meters[serial=4].volume')
    const [after, before] = (searchParams.get('range') ?? '').split('-').map(Number)
    expect((before ?? 0) - (after ?? 0)).toBe(DAY)
    await user.click(within(history).getByRole('button', { name: 'Close the history' }))
    expect(screen.queryByRole('region', { name: 'History of volume' })).toBeNull()
  })

  test('can be pinned from its row and, by keyboard, below the tree', async () => {
    await showBody({ air: 7 })
    await user.click(await screen.findByRole('treeitem', { name: 'air: 7' }))
    const pins = await screen.findAllByRole('button', { name: 'Pin air' })
    expect(pins.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0])
    pins[1]?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Pin air', pressed: true })).toHaveLength(2),
    )
    expect(line.sent.map(({ body }) => body)).toEqual([
      { series: [{ path: 'air', is_pinned: true, tags: [] }] },
    ])
  })

  test('that is no reading has neither', async () => {
    await showBody({ air: 7, text: 'calm' })
    await user.click(await screen.findByRole('treeitem', { name: 'text: "calm"' }))
    expect(await screen.findByText('$.text')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(History|Pin)/ })).toBeNull()
  })
})

test('a day around a message has it in the middle, or ends now', () => {
  const hour = HOUR
  expect(dayAround(100 * hour, 200 * hour)).toEqual({ after: 88 * hour, before: 112 * hour })
  expect(dayAround(100 * hour, 101 * hour)).toEqual({ after: 77 * hour, before: 101 * hour })
})
