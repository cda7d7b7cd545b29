import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ATTEMPT_TEXT_MAX_BYTES,
  type Attempt,
  connectorSchema,
  connectorsApi,
  type Delivery,
  deliverySchema,
} from '#contract/connectors'
import type { SpaceRole } from '#contract/permissions'
import { address, type Call, clientOf, showPage, spaceOf, uuid } from '../../../../tests/support/console'
import { ConfigProvider, useConfig } from '../../../config'
import { ApiError } from '../../../dataProvider/client'
import { SpaceCachesProvider, SpaceProvider } from '../../../dataProvider/SpaceProvider'
import DeliveryList from './DeliveryList'

const space = spaceOf()
const at = '2026-01-02T03:04:05.678Z'
const PAGE = `/space/${space.id}/connectors/${uuid(300)}/deliveries`

const connector = connectorSchema.parse({
  id: uuid(300),
  name: 'to-warehouse',
  created_at: at,
  type: 'webhook',
  direction: 'up',
})

const deliveryOf = (last: number, values: Partial<Delivery> = {}) =>
  deliverySchema.parse({
    id: uuid(last),
    connector_id: connector.id,
    message_id: uuid(500),
    message_type: 'data',
    device_id: uuid(100),
    device_name: `pump-${last}`,
    state: 'failed',
    created_at: at,
    attempts: 1,
    last_attempt_at: at,
    next_attempt_at: null,
    status: 500,
    error: 'the receiver answered 500',
    ...values,
  })

const attempt: Attempt = {
  attempt: 0,
  created_at: at,
  duration: 1234,
  method: 'POST',
  url: 'https://example.com/hook',
  status: 500,
  error: 'the receiver answered 500',
  error_code: null,
  error_detail: null,
  next_attempt_at: null,
  request_body: 'x'.repeat(ATTEMPT_TEXT_MAX_BYTES),
  response_body: '',
  logs: ['first line', 'second line'],
}

let rows: Delivery[]
let failed: number
let refuse: (call: Call) => ApiError | undefined

beforeEach(() => {
  rows = [deliveryOf(1)]
  failed = 1
  refuse = () => undefined
  localStorage.clear()
})
afterEach(cleanup)

function answer(call: Call): unknown {
  const error = refuse(call)
  if (error) throw error
  const { method, path } = call
  if (method === 'POST') return path.endsWith('/deliveries/retry') ? { count: failed } : rows[0]
  if (path.endsWith('/deliveries/count')) return { count: failed }
  if (path.endsWith('/deliveries')) return rows
  return path.includes('/deliveries/') ? { ...rows[0], tries: [attempt] } : connector
}

function Capable({ capabilities }: { capabilities: string[] }) {
  return (
    <ConfigProvider value={{ ...useConfig(), capabilities }}>
      <SpaceCachesProvider>
        <SpaceProvider spaceId={space.id}>
          <DeliveryList />
        </SpaceProvider>
      </SpaceCachesProvider>
    </ConfigProvider>
  )
}

function show({
  search = '',
  role = 'admin',
  capabilities = [connectorsApi.deliveries.capability],
}: {
  search?: string
  role?: SpaceRole
  capabilities?: string[]
} = {}) {
  const client = clientOf(answer)
  showPage(<Capable capabilities={capabilities} />, {
    client,
    path: '/space/:spaceId/connectors/:connectorId/deliveries',
    at: PAGE + search,
    space: spaceOf({ user_role: role }),
  })
  return client
}

const user = userEvent.setup({ delay: null })
const retryOf = (device: string) =>
  screen.findByRole('button', { name: new RegExp(`^Try again: Data of ${device},`) })
const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

test('a delivery that is pending, was delivered or has lost its message cannot be retried, and its button says why', async () => {
  rows = [
    deliveryOf(1),
    deliveryOf(2, { state: 'pending', next_attempt_at: '2999-01-02T03:04:05.678Z' }),
    deliveryOf(3, { state: 'delivered', status: 200, error: null }),
    deliveryOf(4, { state: 'cancelled', status: null, error: null }),
    deliveryOf(5, { message_type: null }),
  ]
  show()
  expect(reasonOf(await retryOf('pump-1'))).toBeUndefined()
  expect(reasonOf(await retryOf('pump-2'))).toContain('still in progress')
  expect(reasonOf(await retryOf('pump-3'))).toBe('It was delivered.')
  expect(reasonOf(await retryOf('pump-4'))).toBeUndefined()
  expect(screen.getByText('The function returned null')).toBeTruthy()
  const gone = screen.getByRole('button', { name: /^Try again: Message of pump-5/ })
  expect(reasonOf(gone)).toBe('Its message is no longer kept.')
})

test('people without the permission see the deliveries but cannot retry them', async () => {
  show({ role: 'user' })
  expect(reasonOf(await retryOf('pump-1'))).toBe('Your role does not allow this.')
  expect(reasonOf(screen.getByRole('button', { name: 'Retry all failed' }))).toBe(
    'Your role does not allow this.',
  )
})

test('a row expands to all attempts, which say where a body may have been cut', async () => {
  show()
  await user.click(await screen.findByRole('button', { name: /^Details of Data of pump-1/ }))
  expect(await screen.findByText('POST https://example.com/hook')).toBeTruthy()
  expect(screen.getByText('1,234 ms')).toBeTruthy()
  expect(screen.getAllByText('At most the first 16 kB are kept.')).toHaveLength(1)
  expect(screen.getByText('Response body: empty')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Console output' }).textContent).toContain('second line')
})

test('a retry that the server refuses shows the reason', async () => {
  refuse = ({ method }) =>
    method === 'POST' ? new ApiError(409, 'a delivery that is pending cannot be tried again', 0) : undefined
  show()
  await user.click(await retryOf('pump-1'))
  expect(await screen.findByText('a delivery that is pending cannot be tried again')).toBeTruthy()
})

test('all failed deliveries of the filtered hour are counted, then retried after a confirmation', async () => {
  failed = 12
  const client = show({ search: '?after=2026-01-02T03:00:00.000Z&before=2026-01-02T03:59:59.999Z' })
  await user.click(await screen.findByRole('button', { name: 'Retry all failed' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Try 12 failed deliveries again?' })
  expect(client.sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('12 deliveries are being retried')).toBeTruthy()
  const hour = { after: '2026-01-02T03:00:00.000Z', before: '2026-01-02T04:00:00.000Z' }
  expect(client.sent.map(({ body }) => body)).toEqual([hour])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('without failed deliveries there is no confirmation', async () => {
  failed = 0
  show()
  await user.click(await screen.findByRole('button', { name: 'Retry all failed' }))
  expect(await screen.findByText('There are no failed deliveries to retry.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a filter that excludes failed deliveries has none to retry; a filter without matches can be cleared', async () => {
  rows = []
  show({ search: `?filter=${encodeURIComponent('{"state":["delivered"]}')}` })
  expect(await screen.findByText('No data available')).toBeTruthy()
  const all = screen.getByRole('button', { name: 'Retry all failed' })
  expect(reasonOf(all)).toBe('The filter excludes failed deliveries.')
  await user.click(screen.getAllByRole('button', { name: 'Clear all filters' })[0] ?? all)
  await waitFor(() => expect(address()).not.toContain('delivered'))
})

test('a list that cannot be loaded shows an error', async () => {
  refuse = ({ path }) => (path.endsWith('/deliveries') ? new ApiError(500, 'broken', 0) : undefined)
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred while loading data')
})

test('a server that does not list deliveries is not asked for them', async () => {
  const asked: string[] = []
  refuse = ({ path }) => {
    asked.push(path)
    return undefined
  }
  show({ capabilities: [] })
  expect(await screen.findByRole('heading', { name: 'This server does not list deliveries' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the connector' }).getAttribute('href')).toBe(
    PAGE.slice(0, PAGE.lastIndexOf('/')),
  )
  expect(asked.filter((path) => path.endsWith('/deliveries'))).toEqual([])
})
