import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/common/durations'
import {
  type Connector,
  connectorsApi,
  OPERATIONS_CAPABILITY,
  SEND_CAPABILITY,
  WATCH_CAPABILITY,
} from '#contract/connectors'
import { aConnector, aDevice, aMember, aSpace, type TestSpace } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { aDelivery } from '../../../../tests/support/deliveries'
import { holdConnector } from '../../../../tests/support/operations'
import { serve } from '../../../../tests/support/serve'
import { connectors } from '..'
import ConnectorList from '../ConnectorList'
import ConnectorPage from '../ConnectorPage'

const server = await serve()
const CAPABILITIES = [connectorsApi.deliveries.capability, OPERATIONS_CAPABILITY, WATCH_CAPABILITY]
const user = userEvent.setup({ delay: null })

let space: TestSpace
let connector: Connector

beforeEach(async () => {
  space = await aSpace(server)
  connector = await aConnector(server, space, { name: 'to-warehouse' })
})

const show = ({ as = space.owner, line = connect(server, as), capabilities = CAPABILITIES } = {}) =>
  showInSpace(<ConnectorPage />, {
    client: line.client,
    space,
    resource: connectors,
    path: '/connectors/:id',
    at: `/connectors/${connector.id}`,
    capabilities,
  })

const showList = () =>
  showInSpace(<ConnectorList />, {
    client: connect(server, space.owner).client,
    space,
    resource: connectors,
    path: '/connectors',
    at: '/connectors',
    capabilities: CAPABILITIES,
  })

/** Stores so many pending deliveries, the oldest for two hours. */
async function waiting(count: number) {
  const device = await aDevice(server, space)
  const at = new Date(Date.now() - 2 * HOUR - MINUTE)
  for (let n = 0; n < count; n++)
    await aDelivery(server, { space, connector, device }, { at, state: 'pending', tries: [] })
}

const hold = async (values: Parameters<typeof holdConnector>[2]) =>
  holdConnector(server, { space, connector }, values)

/** Text of the notice with these words. */
const notice = async (words: string) =>
  (await screen.findByText(words, { exact: false })).closest('.MuiAlert-root')?.textContent

test('a connector can be paused for a week, shows its backlog, and can be resumed with a skip', async () => {
  await waiting(3)
  await show()
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  const pausing = await screen.findByRole('dialog', { name: 'Pause the connector to-warehouse?' })
  await user.click(within(pausing).getByRole('radio', { name: /^1 week/ }))
  await user.click(within(pausing).getByRole('button', { name: 'Pause' }))
  const paused = await notice('Paused since')
  expect(paused).toContain('3 waiting, the oldest for 2 hours')
  expect(paused).toContain('Waiting deliveries are then sent')

  await user.click(await screen.findByRole('button', { name: 'Resume' }))
  const resuming = await screen.findByRole('dialog', { name: 'Resume the connector to-warehouse?' })
  expect(resuming.textContent).toContain('3 waiting, the oldest for 2 hours')
  await user.click(within(resuming).getByRole('radio', { name: /^Skip them/ }))
  await user.click(within(resuming).getByRole('button', { name: 'Resume' }))
  await screen.findByText('Connector resumed, 3 deliveries skipped')
  // This server has no worker that cancels them.
  await screen.findByRole('progressbar', { name: 'Skipping waiting deliveries: 0 of 3' })
})

test('a connector that waits for its receiver says why, and can be probed at once', async () => {
  await waiting(1)
  const failure = { status: 503, errorCode: 'answer_status', errorDetail: '503 Service Unavailable' } as const
  await hold({ state: 'waiting', probeAt: new Date(Date.now() + 60_000), ...failure })
  await show()
  const away = await notice('The receiver has been unavailable since')
  expect(away).toContain('1 waiting, for 2 hours')
  expect(away).toContain('The last attempt: the receiver responded with 503 Service Unavailable.')
  expect(away).toContain('The next attempt is at')
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  const dialog = await screen.findByRole('dialog', { name: 'Try the receiver of to-warehouse now?' })
  expect(within(dialog).queryByRole('radio')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Try now' }))
  await screen.findByText('Trying the receiver now')
})

test('a change of a pause keeps the choice for its backlog', async () => {
  await hold({ state: 'paused', until: new Date(Date.now() + HOUR), backlog: 'skip' })
  await show()
  await user.click(await screen.findByRole('button', { name: 'Change the pause' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change the pause of to-warehouse?' })
  await user.click(within(dialog).getByRole('button', { name: 'Change the pause' }))
  await screen.findByText('Pause changed')
  expect(await notice('Paused since')).toContain('Waiting deliveries are then skipped')
})

test('a connector that is switched off while on hold shows its backlog, and can be resumed', async () => {
  await waiting(2)
  await hold({ state: 'stopped', status: 410 })
  const path = `/spaces/${space.id}/connectors/${connector.id}`
  await server.call('PUT', path, { token: space.owner.token, body: { enabled: false } })
  await show()
  expect(await notice('Earlier deliveries are still waiting')).toContain('2 waiting')
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  expect(await screen.findByRole('dialog', { name: 'Resume the connector to-warehouse?' })).toBeTruthy()
})

test('a stopped connector cannot be paused, and says so', async () => {
  await hold({ state: 'stopped', status: 410 })
  await show()
  await notice('The receiver responded that it is gone for good (410)')
  const pause = await screen.findByRole('button', { name: 'Pause', description: 'It is stopped.' })
  expect(pause.getAttribute('aria-disabled')).toBe('true')
})

test('a connector whose code kept running out of time says so, with a remedy', async () => {
  await waiting(2)
  await hold({ state: 'stopped', errorCode: 'function_late_often', errorDetail: '20' })
  await show()
  const stopped = await notice('The code ran out of time 20 times in a row')
  expect(stopped).toContain('2 waiting')
  expect(stopped).not.toContain('last attempt')
})

test('a connector whose code cancels everything says so, on its page and in the list', async () => {
  const device = await aDevice(server, space)
  const at = new Date(Date.now() - 60_000)
  const cancelled = { at, state: 'cancelled' as const, tries: [{ success: null, status: null }] }
  for (let n = 0; n < 20; n++) await aDelivery(server, { space, connector, device }, cancelled)
  const path = `/spaces/${space.id}/connectors/${connector.id}`
  await server.call('PUT', path, { token: space.owner.token, body: { batch_size: 10 } })
  const { unmount } = await show()
  const text = await notice('The code cancelled the last 20 deliveries, since')
  expect(text).toContain('the code gets the list job.messages')
  unmount()
  await showList()
  expect(
    (await screen.findByText('The code cancelled the last 20')).parentElement?.parentElement?.textContent,
  ).toMatch(/^Sends nothing/)
})

test('a person who can only read sees the hold, and cannot resume it', async () => {
  await hold({ state: 'paused', until: new Date(Date.now() + HOUR), backlog: 'skip' })
  await show({ as: await aMember(server, space, 'user') })
  expect(await notice('Paused since')).toContain('Waiting deliveries are then skipped')
  expect(screen.getByRole('button', { name: 'Resume' }).getAttribute('aria-disabled')).toBe('true')
})

test('the list shows the hold of a connector and its backlog', async () => {
  await waiting(2)
  await hold({ state: 'paused', until: new Date(Date.now() + HOUR), backlog: 'deliver' })
  await showList()
  const backlog = await screen.findByText(/2 waiting, the oldest for 2 hours/)
  expect(backlog.parentElement?.textContent).toBe('Paused · 2 waiting, the oldest for 2 hours')
})

test.each([
  ['asks only how the connector runs, not for its code again', CAPABILITIES, '/operation'],
  ['asks for the connector where the server does not tell that alone', CAPABILITIES.slice(0, 2), ''],
])('the page %s', async (_, capabilities, path) => {
  const line = connect(server, space.owner)
  await hold({ state: 'paused' })
  await show({ line, capabilities })
  await notice('Paused since')
  const asked = (of: string) =>
    line.calls.filter((call) => call.path === `/spaces/${space.id}/connectors/${connector.id}${of}`).length
  await waitFor(() => expect(asked('') + asked('/operation')).toBe(2))
  expect(asked(path)).toBe(path === '' ? 2 : 1)
})

test('a connector that works again shows deliveries that wait for a retry, and can send them now', async () => {
  const device = await aDevice(server, space)
  const at = new Date(Date.now() - 2 * HOUR - MINUTE)
  const failed = [{ success: false, status: 503, createdAt: at }]
  const nextAttemptAt = new Date(Date.now() + 12 * HOUR)
  for (let n = 0; n < 5; n++)
    await aDelivery(
      server,
      { space, connector, device },
      { at, state: 'pending', tries: failed, nextAttemptAt },
    )
  await aDelivery(server, { space, connector, device })
  await show({ capabilities: [...CAPABILITIES, SEND_CAPABILITY] })
  expect(await notice('5 waiting for a retry, the first at')).toContain('5 waiting, the oldest for 2 hours')
  await user.click(screen.getByRole('button', { name: 'Send now' }))
  await screen.findByText('5 deliveries are being sent now')
  await waitFor(() => expect(screen.queryByText('waiting for a retry', { exact: false })).toBeNull())
})

test('a connector that is behind says so', async () => {
  await waiting(3)
  await show()
  expect(await notice('3 waiting, the oldest for 2 hours')).not.toContain('waiting for a retry')
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
})

test('the list shows undelivered messages with a link, and those that have waited for long', async () => {
  const device = await aDevice(server, space)
  const at = new Date(Date.now() - 60_000)
  await aDelivery(
    server,
    { space, connector, device },
    { at, state: 'failed', tries: [{ success: false, status: 422 }] },
  )
  await aDelivery(server, { space, connector, device })
  await waiting(2)
  await showInSpace(<ConnectorList />, {
    client: connect(server, space.owner).client,
    space,
    resource: connectors,
    path: '/connectors',
    at: '/connectors',
    capabilities: [...CAPABILITIES, connectorsApi.outcomes.capability],
  })
  const link = await screen.findByRole('link', { name: '1 not delivered in 24 hours' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('"state":["failed"]')
  expect(screen.getByText('2 waiting, the oldest for 2 hours', { exact: false })).toBeTruthy()
})
