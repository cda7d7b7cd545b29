import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type Message, messageSchema } from '#contract/messages'
import { type Call, clientOf, showPage, spaceOf, uuid } from '../../../../tests/support/console'
import { ApiError } from '../../../dataProvider/client'
import { SpaceCachesProvider, SpaceProvider } from '../../../dataProvider/SpaceProvider'
import MessagePage from './MessagePage'

const space = spaceOf()
const ID = uuid(500)
const at = '2026-01-02T03:04:05.678Z'

const messageOf = (values: Partial<Message> = {}): Message =>
  messageSchema.parse({
    id: ID,
    device_id: uuid(100),
    device_name: 'pump-1',
    device_serial_number: '2159018201',
    created_at: at,
    type: 'data',
    direction: 'up',
    body: '{"thermometer":{"temperature":21.5}}',
    ...values,
  })

const downlink = messageOf({
  type: 'shell',
  direction: 'down',
  down_state: 'pending',
  body: '["config show"]',
})

function show(
  message: Message | undefined,
  answer: (call: Call) => unknown = () => undefined,
  role = space.user_role,
) {
  const client = clientOf((call) => {
    const own = answer(call)
    if (own !== undefined) return own
    if (call.path.endsWith('/events')) return []
    if (call.path.endsWith('/messages')) return message ? [message] : []
    if (!message) throw new ApiError(404, 'not found', 0)
    return message
  })
  showPage(
    <SpaceCachesProvider>
      <SpaceProvider spaceId={space.id}>
        <MessagePage />
      </SpaceProvider>
    </SpaceCachesProvider>,
    {
      client,
      path: '/space/:spaceId/messages/:id',
      at: `/space/${space.id}/messages/${ID}`,
      space: spaceOf({ user_role: role }),
    },
  )
  return client
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const definition = (term: string) =>
  screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent

afterEach(cleanup)

test('an uplink shows its device, its body as a tree and no state', async () => {
  show(messageOf({ codec_hash: 'a1b2', raw: 'ff00' }))
  await heading('Data uplink of pump-1')
  expect(screen.getAllByRole('link', { name: 'pump-1' }).map((link) => link.getAttribute('href'))).toEqual([
    `/space/${space.id}/messages?deviceId=${uuid(100)}`,
    `/space/${space.id}/devices/${uuid(100)}`,
  ])
  expect(screen.getByRole('treeitem', { name: 'temperature: 21.5' })).toBeTruthy()
  expect(definition('Codec hash')).toContain('a1b2')
  expect(screen.getByRole('textbox', { name: 'Raw message' })).toHaveProperty('readOnly', true)
  expect(screen.queryByText('State')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel message' })).toBeNull()
  expect(await screen.findByText('Nothing has happened to this message yet.')).toBeTruthy()
})

test('a pending downlink is cancelled after a question, and then shown as cancelled', async () => {
  const user = userEvent.setup({ delay: null })
  let message = downlink
  const client = show(downlink, ({ method, path }) => {
    if (method === 'PUT') message = { ...downlink, down_state: 'cancelled', down_state_at: at }
    return path.endsWith(`/messages/${ID}`) ? message : undefined
  })
  await heading('Shell downlink to pump-1')
  expect(definition('State')).toBe('Pending')
  await user.click(screen.getByRole('button', { name: 'Cancel message' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this message?' })
  expect(client.sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Cancel message' }))
  expect(await screen.findByText('Message cancelled')).toBeTruthy()
  await waitFor(() => expect(definition('State')).toBe('Cancelled'))
  expect(client.sent.map(({ body }) => body)).toEqual([{ down_state: 'cancelled' }])
  expect(screen.queryByRole('button', { name: 'Cancel message' })).toBeNull()
})

test('a downlink that was sent in the meantime says so and shows its new state', async () => {
  const user = userEvent.setup({ delay: null })
  let message = downlink
  show(downlink, ({ method, path }) => {
    if (method === 'PUT') {
      message = { ...downlink, down_state: 'sent', down_state_at: at }
      throw new ApiError(409, 'this message is sent', 0)
    }
    return path.endsWith(`/messages/${ID}`) ? message : undefined
  })
  await heading('Shell downlink to pump-1')
  await user.click(screen.getByRole('button', { name: 'Cancel message' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel message' }))
  expect(await screen.findByText('The message can no longer be cancelled')).toBeTruthy()
  await waitFor(() => expect(definition('State')).toBe('Sent'))
})

test('without the permission the button is there and says why it cannot be pressed', async () => {
  show(downlink, undefined, 'user')
  await heading('Shell downlink to pump-1')
  const button = screen.getByRole('button', { name: 'Cancel message' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('the only message of a device leads to no other, and says why', async () => {
  show(messageOf(), ({ path }) => (path.endsWith('/messages') ? [] : undefined))
  expect(await screen.findByText('This is the oldest message of the device.')).toBeTruthy()
  expect(await screen.findByText('This is the newest message of the device.')).toBeTruthy()
  const previous = screen.getByRole('button', { name: 'Previous message of this device' })
  expect(previous.getAttribute('aria-disabled')).toBe('true')
})

test('events show what the function of a connector returned', async () => {
  const event = {
    id: uuid(600),
    create_at: at,
    type: 'webhook.success',
    message_connector_id: uuid(700),
    function_return: '{"url":"https://example.com"}',
  }
  show(messageOf(), ({ path }) => (path.endsWith('/events') ? [event] : undefined))
  const events = await screen.findByRole('table', { name: 'Events' })
  expect(within(events).getByText('webhook.success')).toBeTruthy()
  const tree = within(events).getByRole('tree', { name: 'Return value of the function' })
  expect(within(tree).getByRole('treeitem', { name: 'url: "https://example.com"' })).toBeTruthy()
})

test('a message that is not there says so and leads to the messages', async () => {
  show(undefined)
  await heading('Message not found')
  const link = screen.getByRole('link', { name: 'Go to messages' })
  expect(link.getAttribute('href')).toBe(`/space/${space.id}/messages`)
})
