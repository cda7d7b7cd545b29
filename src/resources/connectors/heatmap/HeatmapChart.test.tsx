import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CAPABILITIES } from '#contract'
import { HOUR } from '#contract/common/durations'
import { aConnector, aDevice } from '../../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../../tests/support/console'
import { aDelivery } from '../../../../tests/support/deliveries'
import { holdFor } from '../../../../tests/support/operations'
import { serveSpace } from '../../../../tests/support/serve'
import { connectors } from '..'
import ConnectorPage from '../ConnectorPage'

const { server, space } = await serveSpace()
const user = userEvent.setup({ delay: null })
let connector: Awaited<ReturnType<typeof aConnector>>

const chart = () => screen.findByRole('group', { name: 'Deliveries in the last 24 hours' })
const cell = async (name: RegExp, role: 'link' | 'img' = 'link') =>
  within(await chart()).findByRole(role, { name })

async function show(capabilities = CAPABILITIES) {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(960)
  const { client } = connect(server, space.owner)
  const at = `/connectors/${connector.id}`
  await showInSpace(<ConnectorPage />, {
    client,
    space,
    resource: connectors,
    path: '/connectors/:id',
    at,
    capabilities,
  })
}

beforeEach(async () => {
  connector = await aConnector(server, space)
  const route = { space, connector, device: await aDevice(server, space) }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR)
  await aDelivery(server, route, { at: hoursAgo(4) })
  await aDelivery(server, route, {
    at: hoursAgo(6),
    tries: [{ success: false, status: 500 }],
    state: 'failed',
  })
})

test('each hour has its result, the arrow keys move between hours, and Enter opens the deliveries', async () => {
  await show()
  const failed = await cell(/Some failed; Succeeded: 0; Failed: 1; Attempt 1: 1/)
  expect(await cell(/Delivered on the first attempt/)).toBeTruthy()
  const hours = within(await chart()).getAllByRole('link')
  expect(hours).toHaveLength(24)

  // Only one of them is a tab stop.
  expect(hours.map(({ tabIndex }) => tabIndex).filter((tabIndex) => tabIndex === 0)).toHaveLength(1)
  hours.at(-1)?.focus()
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(hours[0])
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(hours[1])
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(hours.at(-1))

  await user.click(failed)
  await waitFor(() => expect(address()).toContain(`/connectors/${connector.id}/deliveries?`))
})

test('an hour with a hold of the connector says so with the reason, unlike one without messages', async () => {
  const hour = (ago: number) => new Date((Math.floor(Date.now() / HOUR) - ago) * HOUR)
  const failure = { status: 503, errorCode: 'answer_status', errorDetail: '503 Service Unavailable' } as const
  const held = { space, connector }
  await holdFor(server, held, { state: 'waiting', since: hour(10), until: hour(8), ...failure })
  await holdFor(server, held, {
    state: 'paused',
    since: new Date(hour(6).getTime() + 1_800_000),
    until: hour(5),
  })
  await show()
  const away =
    'No deliveries; Waiting for the receiver for 1 hour: the receiver responded with 503 Service Unavailable'
  expect(await within(await chart()).findAllByRole('link', { name: new RegExp(`${away};`) })).toHaveLength(2)
  expect(
    await within(await chart()).findAllByRole('link', { name: /; Paused for 30 minutes; / }),
  ).toHaveLength(1)
  expect(
    within(await chart()).getAllByRole('link', { name: /; No deliveries; Succeeded/ }).length,
  ).toBeGreaterThan(15)

  const legend = within(screen.getByRole('list', { name: 'Meaning of the colours' }))
  expect(legend.getByText('Waiting for the receiver')).toBeTruthy()
  expect(legend.getByText('Paused')).toBeTruthy()
  expect(legend.queryByText('Disabled')).toBeNull()
  await user.click(screen.getByText('As a table'))
  const table = within(screen.getByRole('table', { name: 'Deliveries in the last 24 hours' }))
  expect(table.getByRole('columnheader', { name: 'Held back' })).toBeTruthy()
  expect(table.getAllByRole('cell', { name: /^Waiting for the receiver for 1 hour/ })).toHaveLength(2)
})

test('without a list of deliveries on the server the hours are no links', async () => {
  await show([])
  expect(await cell(/Some failed; Succeeded: 0; Failed: 1/, 'img')).toBeTruthy()
  expect(within(await chart()).queryByRole('link')).toBeNull()
})
