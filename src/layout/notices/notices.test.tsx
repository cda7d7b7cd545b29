import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { anAlert, anAlertRule, notifyOf } from '../../../tests/support/alerts'
import { aDevice, aMember, aSpace, type TestUser } from '../../../tests/support/builders'
import { address, connect, refusal, showPage } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import Bell from './Bell'

const server = await serve()
const user = userEvent.setup({ delay: null })

let line: ReturnType<typeof connect>
let reader: TestUser
let open: () => Promise<{ end: () => Promise<void>; path: string }>

beforeEach(async () => {
  const space = await aSpace(server)
  reader = await aMember(server, space, 'user')
  line = connect(server, reader)
  const rule = await anAlertRule(server, space)
  const device = await aDevice(server, space, { name: 'well-1' })
  open = async () => {
    // A device has at most one open alert of a rule.
    await server.db.$client.query('update alert_episode set ended_at = now() where space_id = $1', [space.id])
    const id = await anAlert(server, rule, device.id)
    await notifyOf(server, rule, 'opened', id)
    return {
      end: () => notifyOf(server, rule, 'ended', id),
      path: `/space/${space.id}/alerts/${id}`,
    }
  }
})

const show = () => showPage(<Bell />, { client: line.client, path: '*' })
const bell = (name: string) => screen.findByRole('button', { name })
const lines = async () => (await screen.findAllByRole('link')).map(({ textContent }) => textContent)
const marks = () => line.sent.filter(({ path }) => path === '/profile/notices/read').length

test('shows the number of new notices, lists them, and marks displayed ones as seen', async () => {
  const [first, second] = [await open(), await open()]
  await first.end()
  show()
  await user.click(await bell('Notifications, 2 new'))
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  expect(await lines()).toEqual([
    expect.stringMatching(/^New: silent in [\w-]+: well-1Resolved, /),
    expect.stringMatching(/^New: silent in [\w-]+: well-1Opened, /),
  ])
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Notifications', hidden: true })).toBeDefined(),
  )
  expect(marks()).toBe(1)
  // New notices stay marked as long as they are displayed.
  expect(await lines()).toEqual([expect.stringMatching(/^New: /), expect.stringMatching(/^New: /)])
  await user.click(within(panel).getByRole('link', { name: /Opened/ }))
  expect(address()).toBe(second.path)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(await bell('Notifications'))
  expect(await lines()).toEqual([expect.stringMatching(/^silent/), expect.stringMatching(/^silent/)])
  expect(marks()).toBe(1)
})

test('shows when an alert opened, even if it was found later', async () => {
  const { path } = await open()
  await server.db.$client.query(`update alert set opened_at = now() - interval '6 days' where id = $1`, [
    path.split('/').at(-1),
  ])
  show()
  await user.click(await bell('Notifications, 1 new'))
  expect(await lines()).toEqual([expect.stringMatching(/Opened, 6 days ago$/)])
})

test('says when there are none, and when they cannot be loaded', async () => {
  show()
  await user.click(await bell('Notifications'))
  expect(await screen.findByText(/^No notifications yet\./)).toBeDefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  line.interrupt = ({ path }) => (path === '/profile/notices' ? refusal(500, 'out of order') : undefined)
  await user.click(await bell('Notifications'))
  expect(await screen.findByText('out of order')).toBeDefined()
  line.interrupt = () => undefined
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByText(/^No notifications yet\./)).toBeDefined()
})

test('notices that could not be marked as seen stay new', async () => {
  await open()
  line.interrupt = ({ path }) => (path === '/profile/notices/read' ? refusal(500, 'out of order') : undefined)
  show()
  await user.click(await bell('Notifications, 1 new'))
  expect(await screen.findByText('out of order')).toBeDefined()
  await user.keyboard('{Escape}')
  await bell('Notifications, 1 new')
})

test('older ones are shown on request, or marked without being shown', async () => {
  for (let count = 0; count < 45; count++) await open()
  show()
  await user.click(await bell('Notifications, 45 new'))
  expect(await lines()).toHaveLength(20)
  await user.click(await bell('Show older'))
  await waitFor(async () => expect(await lines()).toHaveLength(40))
  await user.click(await bell('Mark all as read'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  // The focus of the removed button returns to the panel.
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await bell('Notifications')
})
