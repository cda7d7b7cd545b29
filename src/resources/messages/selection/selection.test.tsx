import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MINUTE } from '#contract/common/durations'
import { CONFIRMATIONS_CAPABILITY, messagesApi } from '#contract/messages'
import { aDevice, aMessage } from '../../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import { messages } from '..'
import MessageList from '../list/MessageList'

const { server, space } = await serveSpace()
const NONE: string[] = []
let ids: string[] = []
let deviceId = ''

beforeEach(async () => {
  const device = await aDevice(server, space, { name: 'pump-1' })
  deviceId = device.id
  ids = []
  const start = server.deps.now().getTime() - 300 * MINUTE
  for (const [minutes, temperature] of [
    [0, 21.5],
    [125, 22],
    [130, 23],
  ] as const)
    ids.push(
      await aMessage(server, device, {
        at: new Date(start + minutes * MINUTE),
        body: JSON.stringify({ temperature }),
      }),
    )
})

async function show(query = '', { rows = 3, capabilities = NONE } = {}) {
  await showInSpace(<MessageList />, {
    client: connect(server, space.owner).client,
    space,
    resource: messages,
    path: '/messages',
    at: `/messages?deviceId=${deviceId}${query}`,
    capabilities,
  })
  await waitFor(() => expect(boxes()).toHaveLength(rows))
  return userEvent.setup({ delay: null })
}

/** Checkboxes of the rows, the newest message first; a dialog hides them. */
const boxes = () => screen.queryAllByRole('checkbox', { name: /^Select (?!all)/, hidden: true })
const box = (place: number) => boxes()[place] ?? document.body
const dialog = () => screen.queryByRole('dialog', { name: 'Compare messages' })
const opened = async () => within(await screen.findByRole('dialog', { name: 'Compare messages' }))
const compared = () => new URLSearchParams(address()?.split('?')[1]).get('compare')

test('ticking the second message opens the comparison over the list, and both stay selected after it is closed', async () => {
  const user = await show()
  await user.click(box(1))
  expect(screen.getByText('Select two messages to compare them')).toBeTruthy()
  expect(dialog()).toBeNull()
  await user.click(box(2))
  const comparison = await opened()
  expect(compared()).toBe(`${ids[0]},${ids[1]}`)
  expect(await comparison.findByText('The messages are 2 hours 5 minutes apart.')).toBeTruthy()
  expect(await comparison.findByText('1 difference')).toBeTruthy()
  await user.keyboard('n')
  expect(comparison.getByText('Difference 1 of 1')).toBeTruthy()

  await user.click(comparison.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(compared()).toBeNull()
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
})

test('unticking down to two does not open the comparison, but a button does', async () => {
  const user = await show()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull()
  await user.click(box(0))
  expect(await screen.findByRole('button', { name: 'Compare' })).toBeTruthy()
  expect(compared()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await opened()
  expect(compared()).toBe(`${ids[0]},${ids[1]}`)
})

test('a reload shows the comparison again, and closing it leaves the list as it was', async () => {
  const user = await show(`&compare=${ids[0]},${ids[2]}&swapped=true&page=1&perPage=20&sort=id&order=DESC`)
  const comparison = await opened()
  expect(await comparison.findByText('The messages are 2 hours 10 minutes apart.')).toBeTruthy()
  await user.click(comparison.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(dialog()).toBeNull())
  const query = new URLSearchParams(address()?.split('?')[1])
  expect([...query.keys()].toSorted()).toEqual(['deviceId', 'order', 'page', 'perPage', 'sort'])
})

test('selected messages can be copied as JSON, and exported', async () => {
  const user = await show()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await user.click(screen.getByRole('button', { name: 'Copy as JSON' }))
  const copied: unknown = JSON.parse(await navigator.clipboard.readText())
  expect(copied).toMatchObject([
    { id: ids[2], body: { temperature: 23 } },
    { id: ids[1], body: { temperature: 22 } },
    { id: ids[0], body: { temperature: 21.5 } },
  ])

  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
  const bar = screen.getByRole('button', { name: 'Copy as JSON' }).parentElement ?? document.body
  await user.click(within(bar).getByRole('button', { name: 'Export' }))
  const exporting = within(await screen.findByRole('dialog', { name: 'Export messages' }))
  expect(exporting.getByText('The 3 selected messages are exported, newest first.')).toBeTruthy()
  await user.click(exporting.getByRole('button', { name: 'Export' }))
  expect(await exporting.findByText('3 messages were exported.')).toBeTruthy()
})

describe('the selected downlinks that wait', () => {
  const down = { type: 'shell', direction: 'down', downState: 'pending', body: '["info show"]' } as const
  const stateOf = async (id: string) => {
    const path = `/spaces/${space.id}/messages/${id}`
    const answer = await server.call('GET', path, { token: space.owner.token })
    return messagesApi.get.answer.parse(await answer.json()).down_state
  }

  test.each([
    ['together', [CONFIRMATIONS_CAPABILITY]],
    ['one by one on a server without such a call', NONE],
  ])('are cancelled %s, and each that was too late is named', async (_, capabilities) => {
    const device = { id: deviceId }
    const [first, late] = [await aMessage(server, device, down), await aMessage(server, device, down)]
    const user = await show('', { rows: 5, capabilities })
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.click(screen.getByRole('button', { name: 'Cancel 2 waiting ones' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel 2 messages?' }))
    await server.db.$client.query("update message set down_state = 'sent' where id = $1", [late])
    await user.click(dialog.getByRole('button', { name: 'Cancel messages' }))
    const results = within(await screen.findByRole('dialog', { name: 'What was cancelled' }))
    expect(results.getByRole('status').textContent).toBe('1 of 2 was cancelled.')
    expect(results.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Shell, .*Too late, it no longer waits$/),
      expect.stringMatching(/^Shell, .*Cancelled$/),
    ])
    expect([await stateOf(first), await stateOf(late)]).toEqual(['cancelled', 'sent'])
  })
})
