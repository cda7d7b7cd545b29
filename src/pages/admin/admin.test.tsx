import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CAPABILITIES } from '#contract'
import { HOUR, MINUTE } from '#contract/common/durations'
import type { Device } from '#contract/devices'
import { aDevice, aMessage, aSpace, aUser, type TestUser } from '../../../tests/support/builders'
import { connect, person, refusal, showPage } from '../../../tests/support/console'
import { aBackup, aCopy, aLetter, setLastSeen } from '../../../tests/support/installation'
import { setLastUplink } from '../../../tests/support/moments'
import { PATIENCE } from '../../../tests/support/patience'
import { serve } from '../../../tests/support/serve'
import AdminPage from './AdminPage'

const server = await serve()
let admin: TestUser
let device: Device
let line: ReturnType<typeof connect>

beforeAll(async () => {
  admin = await aUser(server, { systemRole: 'admin' })
  const space = await aSpace(server)
  device = await aDevice(server, space)
  await setLastSeen(server, device, new Date())
  await aMessage(server, device)
  await aCopy(server, { host: 'machine-one', startedAt: new Date(Date.now() - HOUR) })
})
beforeEach(() => {
  line = connect(server, admin)
})

const show = (tab = '', capabilities = [...CAPABILITIES]) =>
  showPage(<AdminPage />, {
    client: line.client,
    path: '/admin',
    at: `/admin${tab}`,
    profile: { ...person, system_role: 'admin' },
    capabilities,
  })
const region = async (name: string) => within(await screen.findByRole('region', { name }))

test('the numbers of the installation link to the lists', async () => {
  show()
  const totals = await region('Totals')
  const targets = ['Users: 2', 'Spaces: 3', 'Devices: 1'].map((name) =>
    totals.getByRole('link', { name }).getAttribute('href'),
  )
  expect(targets).toEqual(['/admin/users', '/spaces', '/admin/devices'])
  expect(totals.getByText('Seen in the last hour').nextElementSibling?.textContent).toBe('1')
})

test('the messages of each hour are also in a table', async () => {
  show()
  const hours = await region('The last 24 hours')
  expect(hours.getByText('1 in total, at most 1 per hour')).toBeTruthy()
  expect(hours.getByText('None')).toBeTruthy()
  const [table] = hours.getAllByRole('table', { hidden: true })
  const rows = within(table ?? document.body).getAllByRole('row', { hidden: true })
  expect(rows).toHaveLength(25)
  const counts = rows.slice(1).map(({ lastElementChild }) => lastElementChild?.textContent)
  expect(counts.filter((count) => count !== '0')).toEqual(['1'])
})

test('problems come first, as sentences', async () => {
  const written = new Date(Date.now() - 20 * MINUTE)
  await aLetter(server, admin, 'waiting', written)
  for (const _ of [1, 2]) await aLetter(server, admin, 'failed', written)
  show()
  const state = await region('State')
  const [list] = state.getAllByRole('list', { name: 'State' })
  const sentences = [...(list?.children ?? [])].map(({ textContent }) => textContent)
  expect(sentences).toEqual([
    'E-mailE-mail cannot be sent: 2 failed in the last seven days',
    'E-mailE-mails are waiting: the oldest was written 20 minutes ago',
    'HousekeepingHousekeeping has never finished',
    'BackupsThe server makes no backups (BACKUP_DIR, BACKUP_S3_URL). Unknown whether the database is backed up in another way.',
    'ArchiveNo archive is set up (ARCHIVE_DIR, ARCHIVE_S3_URL): messages that retention deletes are lost',
    expect.stringMatching(/^DeliveriesHistories.*Devices$/),
  ])
})

test('problems link to the place of their solution, and working parts come after them', async () => {
  show()
  const state = await region('State')
  expect(state.getByRole('link', { name: 'Backups' }).getAttribute('href')).toBe('/admin?tab=server')
  const fine = within(state.getByRole('list', { name: 'Healthy' }))
  expect(fine.getByRole('link', { name: 'Devices' }).getAttribute('href')).toBe('/admin/devices')
  expect(fine.queryByRole('link', { name: 'Backups' })).toBeNull()
})

test('the last good backup is shown, with its size and whether a test restore succeeded', async () => {
  show('?tab=server')
  const none = await region('Backups')
  expect(none.getByText('None yet')).toBeTruthy()
  expect(none.getByText('Off: the server has neither BACKUP_DIR nor BACKUP_S3_URL')).toBeTruthy()
  cleanup()
  await aBackup(server, { createdAt: new Date(Date.now() - 7_200_000), size: 9_200_000, checkedAt: null })
  show('?tab=server')
  const made = await region('Backups')
  expect(made.getByText('Size').nextElementSibling?.textContent).toBe('9.2 MB')
  expect(made.getByText('Last successful backup').nextElementSibling?.textContent).toContain('2 hours ago')
  expect(made.getByText('Restore tested').nextElementSibling?.textContent).toBe('No')
})

test('the page shows whether messages are archived before they are dropped', async () => {
  show('?tab=server')
  const archive = await region('Archive')
  expect(archive.getByText(/^Nothing is archived: the server has neither ARCHIVE_DIR/)).toBeTruthy()
})

test('the copies of the server are listed', async () => {
  show('?tab=server')
  const copies = await region('Copies of the server')
  expect(copies.getByRole('row', { name: /^machine-one 1\.2\.3 1 hour ago/ })).toBeTruthy()
})

test('the page refreshes each minute; a failed refresh keeps the data, and says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    show()
    await region('Totals')
    const readings = () => line.calls.filter(({ path }) => path === '/admin/installation').length
    expect(readings()).toBe(1)
    line.interrupt = ({ path }) => (path === '/admin/installation' ? refusal(400, 'broken') : undefined)
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(await screen.findByText(/^Couldn't refresh/)).toBeTruthy()
    expect((await region('Totals')).getByRole('link', { name: 'Devices: 1' })).toBeTruthy()
    line.interrupt = () => undefined
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try now' }))
    const isGone = () => expect(screen.queryByText(/^Couldn't refresh/)).toBeNull()
    await vi.waitFor(isGone, { timeout: PATIENCE })
  } finally {
    vi.useRealTimers()
  }
})

test('the limit of spaces can be set and removed', async () => {
  const user = userEvent.setup({ delay: null })
  show('?tab=settings')
  const spaces = await region('Spaces')
  const input = await spaces.findByRole('textbox', { name: 'Spaces per account' })
  const save = async (text: string) => {
    await user.clear(input)
    if (text) await user.type(input, text)
    await user.click(spaces.getByRole('button', { name: 'Save limit' }))
  }
  expect(input).toHaveProperty('value', '100')
  for (const [text, error] of [
    ['1.5', 'Must be a whole number'],
    ['0', 'At least 1'],
    ['a few', 'Must be a number'],
    ['9007199254740993', 'At most 9,007,199,254,740,991'],
  ] as const) {
    await save(text)
    expect(await spaces.findByText(error)).toBeTruthy()
    expect(input).toHaveProperty('value', text)
  }
  for (const [text, limit] of [
    ['1,200', 1200],
    ['12', 12],
    ['', null],
  ] as const) {
    await save(text)
    expect(await screen.findByText('Limit saved')).toBeTruthy()
    await waitFor(async () =>
      expect(
        await (await server.call('GET', '/admin/settings', { token: admin.token })).json(),
      ).toMatchObject({ spaces_per_account: limit, second_factor: 'optional' }),
    )
  }
})

test('a setting that somebody else has changed meanwhile is shown and not overwritten; others stay', async () => {
  const user = userEvent.setup({ delay: null })
  const changes = (body: object) => server.call('PUT', '/admin/settings', { token: admin.token, body })
  const stored = async () => (await server.call('GET', '/admin/settings', { token: admin.token })).json()
  await changes({ spaces_per_account: 20, second_factor: 'optional' })
  show('?tab=settings')
  const spaces = await region('Spaces')
  const input = await spaces.findByRole('textbox', { name: 'Spaces per account' })
  const save = async (text: string) => {
    await user.clear(input)
    await user.type(input, text)
    await user.click(spaces.getByRole('button', { name: 'Save limit' }))
  }
  await changes({ spaces_per_account: 5 })
  await save('30')
  expect(await screen.findByText(/^Someone else changed this setting in the meantime/)).toBeTruthy()
  await waitFor(() => expect(input).toHaveProperty('value', '5'))
  expect(await stored()).toMatchObject({ spaces_per_account: 5 })

  await changes({ second_factor: 'optional' })
  await save('30')
  await waitFor(async () => expect(await stored()).toMatchObject({ spaces_per_account: 30 }))
})

test('a server without the state shows the rest of the page', async () => {
  show('', [])
  const about = await region('Server')
  expect(about.getByText('Signed-in administrator').nextElementSibling?.textContent).toContain(person.email)
  expect(screen.queryByRole('tab')).toBeNull()
  expect(line.calls).toEqual([])
})

test('the spaces that need attention have numbers, which link to the counted records', async () => {
  show()
  const none = await region('Spaces that need attention')
  expect(await none.findByText('No space needs attention.')).toBeTruthy()
  cleanup()
  const space = await aSpace(server)
  await setLastUplink(server, await aDevice(server, space), 600)
  show()
  const troubled = await region('Spaces that need attention')
  const link = await troubled.findByRole('link', { name: `${space.name}, Silent devices: 1` })
  const filter = encodeURIComponent(JSON.stringify({ state: ['silent'] }))
  expect(link.getAttribute('href')).toBe(`/space/${space.id}/devices?filter=${filter}`)
  expect(troubled.getByRole('link', { name: space.name }).getAttribute('href')).toBe(
    `/space/${space.id}/overview`,
  )
  expect(troubled.getAllByRole('row')[1]?.textContent).toBe(`${space.name}1000`)
})
