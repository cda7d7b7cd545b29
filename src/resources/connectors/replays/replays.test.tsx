import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectorsApi, OPERATIONS_CAPABILITY, WATCH_CAPABILITY } from '#contract/connectors'
import { aMessage } from '../../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../../tests/support/console'
import { aDelivery } from '../../../../tests/support/deliveries'
import { aRoute, type OwnRoute } from '../../../../tests/support/deliveryCalls'
import { aReplay } from '../../../../tests/support/replays'
import { serve } from '../../../../tests/support/serve'
import { aWebhook } from '../../../../tests/support/webhooks'
import { connectors } from '..'
import DeliveriesTab from '../deliveries/DeliveriesTab'
import DeliveryList from '../deliveries/DeliveryList'

const server = await serve()
const user = userEvent.setup({ delay: null })
const CAPABILITIES = [connectorsApi.deliveries.capability, OPERATIONS_CAPABILITY, WATCH_CAPABILITY]
let route: OwnRoute
let line: ReturnType<typeof connect>

beforeEach(async () => {
  route = await aRoute(server)
  line = connect(server, route.space.owner)
})

const show = (capabilities = CAPABILITIES) =>
  showInSpace(<DeliveriesTab connector={route.connector} />, {
    client: line.client,
    space: route.space,
    resource: connectors,
    capabilities,
  })

/** Stores a finished replay with a delivery in each of these states. */
async function done(...states: ('failed' | 'delivered')[]) {
  const id = await aReplay(server, route, {
    state: 'done',
    tagIds: [],
    sent: states.length,
    total: states.length,
  })
  for (const state of states)
    await aDelivery(server, route, {
      state,
      replayId: id,
      tries: [{ success: state === 'delivered', status: state === 'delivered' ? 200 : 500 }],
    })
  return id
}

test('the sent and failed counts of a replay link to its deliveries', async () => {
  const id = await done('failed', 'failed', 'delivered')
  await show()
  const list = within(await screen.findByRole('list', { name: 'Replays' }))
  expect(list.getByRole('link', { name: '3 of 3 (100%)' })).toBeTruthy()
  expect(list.getByRole('link', { name: 'delivered' })).toBeTruthy()
  await user.click(list.getByRole('link', { name: '2 not delivered' }))
  const query = new URLSearchParams((address() ?? '').split('?')[1])
  expect(JSON.parse(query.get('filter') ?? '')).toEqual({ replay_id: [id], state: ['failed'] })
})

test('without the filter by replay on the server they are no links', async () => {
  await done('failed')
  await show(CAPABILITIES.filter((name) => name !== WATCH_CAPABILITY))
  const list = within(await screen.findByRole('list', { name: 'Replays' }))
  expect(list.getByText(/1 not delivered/)).toBeTruthy()
  expect(list.queryByRole('link')).toBeNull()
})

test('the list of deliveries filters by a replay, and retries only its failed ones', async () => {
  const id = await done('failed', 'delivered')
  await aDelivery(server, route, { state: 'failed', tries: [{ success: false, status: 500 }] })
  const filter = encodeURIComponent(JSON.stringify({ replay_id: [id] }))
  await showInSpace(<DeliveryList />, {
    client: line.client,
    space: route.space,
    path: '/connectors/:connectorId/deliveries',
    at: `/connectors/${route.connector.id}/deliveries?filter=${filter}`,
    capabilities: CAPABILITIES,
  })
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Filters' }).textContent).toMatch(/Replay: .+ 2026/),
  )
  await user.click(screen.getByRole('button', { name: 'Retry all not delivered' }))
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Retry 1 delivery?',
  })
  expect(dialog.textContent).toContain('Only deliveries of the filtered replays.')
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }))
  await screen.findByText('1 delivery is being retried')
})

test('a refusal of the server is shown at its field until the value changes', async () => {
  const { space, connector, device } = await aWebhook(server)
  route = { space, connector, device }
  line = connect(server, space.owner)
  await aMessage(server, device)
  let refused: 'dry' | 'sent' | null = 'dry'
  line.interrupt = ({ method, path, body }) => {
    if (method !== 'POST' || !path.endsWith('/replays')) return undefined
    if (refused !== (JSON.stringify(body).includes('"dry_run":true') ? 'dry' : 'sent')) return undefined
    return new Response('rate must be at most 7 for this receiver', { status: 400 })
  }
  await show()
  await user.click(await screen.findByRole('button', { name: 'Replay messages' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Replay messages through/ }))
  const rate = await dialog.findByRole('textbox', { name: 'Max. messages per second' })
  await user.type(rate, '8')
  await waitFor(() => expect(rate.getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getByText('rate must be at most 7 for this receiver')).toBeTruthy()
  expect(dialog.getByText('The server refused the fields marked above.')).toBeTruthy()

  refused = 'sent'
  await user.clear(rate)
  await user.type(rate, '9')
  await waitFor(() => expect(rate.getAttribute('aria-invalid')).toBe('false'))
  await user.click(await dialog.findByRole('button', { name: /^Replay \d+ messages?$/ }))
  await dialog.findByText('rate must be at most 7 for this receiver')
  expect(document.activeElement).toBe(rate)
  expect(screen.queryByRole('alert')).toBeNull()
})
