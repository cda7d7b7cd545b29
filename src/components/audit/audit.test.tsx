import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type AuditEntry, HIDDEN, spaceAuditApi } from '#contract/audit'
import type { Device } from '#contract/devices'
import { aDevice, aKey, aMember, anAuditEntry, aSpace, type TestSpace } from '../../../tests/support/builders'
import { connect, refusal, showInSpace, showPage } from '../../../tests/support/console'
import { catchDownloads } from '../../../tests/support/downloads'
import { serve } from '../../../tests/support/serve'
import { ChangesButton } from './ChangesButton'
import RecentChanges from './RecentChanges'

const server = await serve()
let space: TestSpace
let device: Device
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  device = await aDevice(server, space, { name: 'pump-1' })
  line = connect(server, space.owner)
})

const user = userEvent.setup({ delay: null })
const CAPABILITIES = [spaceAuditApi.list.capability]

/** Saves the device with other values. */
const change = (values: object) =>
  line.client.call(api.devices.update.answer, 'PUT', `/spaces/${space.id}/devices/${device.id}`, {
    body: { name: 'pump-1', comment: null, label: {}, tags: [], ...values },
  })
const entriesOf = (query = {}): Promise<AuditEntry[]> =>
  line.client.call(spaceAuditApi.list.answer, 'GET', `/spaces/${space.id}/audit`, { query })
const storedDevice = () =>
  line.client.call(api.devices.get.answer, 'GET', `/spaces/${space.id}/devices/${device.id}`)

const showChanges = async (search = '') =>
  showPage(<RecentChanges spaceId={space.id} />, {
    client: line.client,
    path: '/space/:spaceId',
    at: `/space/${space.id}${search}`,
    space: await line.client.call(api.spaces.get.answer, 'GET', `/spaces/${space.id}`),
    profile: await line.client.call(api.profile.get.answer, 'GET', '/profile'),
    capabilities: CAPABILITIES,
  })

const changes = () => screen.findByRole('region', { name: 'Recent changes' })
const detailsOf = (action: RegExp) => screen.findByRole('button', { name: action })
describe('recent changes', () => {
  test('list who changed what, the newest first', async () => {
    await change({ name: 'pump-2' })
    await showChanges()
    const region = await changes()
    await within(region).findByText('Device updated')
    const rows = within(region).getAllByRole('row').slice(1)
    expect(rows).toHaveLength(2)
    expect(rows[0]?.textContent).toContain(space.owner.email)
    expect(rows[0]?.textContent).toContain('Device updated')
    expect(rows[1]?.textContent).toContain('Device created')
    const link = within(region).getByRole('link', { name: 'pump-2' })
    expect(link.getAttribute('href')).toBe(`/space/${space.id}/devices/${device.id}`)
  })

  test('say when none matches, and show all without the filter', async () => {
    await showChanges(`?filter=${JSON.stringify({ actor: 'nobody-at-all' })}`)
    await screen.findByText('No data available')
    const [clear] = screen.getAllByRole('button', { name: 'Clear all filters' })
    if (clear) await user.click(clear)
    expect(await screen.findByText('Device created')).toBeTruthy()
  })
})

test('a filter by the id of a record shows its name', async () => {
  await change({ name: 'pump-2' })
  await showChanges(`?filter=${JSON.stringify({ target: device.id })}`)
  expect(await screen.findByText('Target: pump-2')).toBeTruthy()
})

test('a filter by the id of a device without entries shows its name, and any other id unchanged', async () => {
  const [other, gone] = [await aDevice(server, space, { name: 'pump-7' }), crypto.randomUUID()]
  const actions = { action: ['device.delete'] }
  const { unmount } = await showChanges(`?filter=${JSON.stringify({ target: other.id, ...actions })}`)
  expect(await screen.findByText('Target: pump-7')).toBeTruthy()
  unmount()
  await showChanges(`?filter=${JSON.stringify({ target: gone, ...actions })}`)
  expect(await screen.findByText(`Target: ${gone}`)).toBeTruthy()
})

describe('an entry', () => {
  test('expands to its fields before and after', async () => {
    await change({ name: 'pump-2', comment: 'in the cellar', label: { site: 'Brno' } })
    await showChanges()
    await user.click(await detailsOf(/^Details of Device updated, pump-2/))
    const region = within(await screen.findByRole('region', { name: 'Changes' }))
    expect(region.getByText('Name').nextSibling?.textContent).toBe('before: pump-1 →  after: pump-2')
    expect(region.getByText('Comment').nextSibling?.textContent).toBe(
      'before: nothing →  after: in the cellar',
    )
    expect(region.getByText('Labels').nextSibling?.textContent).toBe('before: nothing →  after: site: Brno')
  })

  test('names tags, hides secrets, and marks unknown values', async () => {
    const roof = { id: device.id, name: 'roof', color: '#E53935' }
    await anAuditEntry(server, space, {
      targetName: 'pump-1',
      before: { tags: [], token: HIDDEN },
      after: { tags: [roof], token: HIDDEN },
      isUnknown: true,
    })
    await showChanges()
    await user.click(await detailsOf(/^Details of Device updated, pump-1/))
    const region = within(await screen.findByRole('region', { name: 'Changes' }))
    expect(region.getByText('Tags').nextSibling?.textContent).toBe('before: nothing →  after: roof')
    expect(region.getByText('Claim token').nextSibling?.textContent).toBe('before: hidden →  after: hidden')
    expect(screen.getByText(/this may or may not have happened/)).toBeTruthy()
    expect(screen.getByText('Outcome unknown')).toBeTruthy()
  })

  test('describes the settings of a value in words', async () => {
    const change = { series: [{ path: 'tank.level', label: 'Level', is_pinned: true }] }
    await server.call('PUT', `/spaces/${space.id}/series/settings`, {
      token: space.owner.token,
      body: change,
    })
    await showChanges()
    await user.click(await detailsOf(/^Details of Display of values changed/))
    const region = within(await screen.findByRole('region', { name: 'Changes' }))
    expect(region.getByText('tank.level').nextSibling?.textContent).toBe(
      'before: nothing →  after: Name: Level, Position: 1, Pinned: Yes',
    )
  })

  test('has the sign-in method and the address of the person; one of a newer server shows its own', async () => {
    await anAuditEntry(server, space, {
      actorType: 'person',
      actorName: 'anna@example.com',
      method: 'passkey',
      address: '192.0.2.7',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    })
    await server.db.$client.query(
      `update audit_entry set action = 'robot.dance' where space_id = $1 and actor_name = 'anna@example.com'`,
      [space.id],
    )
    await showChanges()
    expect(await screen.findByText('192.0.2.7 · Firefox on Linux')).toBeTruthy()
    await user.click(await detailsOf(/^Details of robot\.dance/))
    expect(await screen.findByText('anna@example.com · Person · Signed in with a passkey')).toBeTruthy()
  })

  test('of a key never links to the key itself', async () => {
    const key = await aKey(server, space, { name: 'gateway' })
    await anAuditEntry(server, space, { action: 'key.update', targetId: key.id, targetName: 'gateway' })
    await showChanges()
    await user.click(await detailsOf(/^Details of Key updated, gateway/))
    await screen.findByRole('region', { name: 'Changes' })
    expect(screen.getByText('Key updated')).toBeTruthy()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(links).toContain(`/space/${space.id}/keys`)
    expect(links.filter((href) => href.includes(key.id))).toEqual([])
    expect(document.body.textContent).not.toContain(key.id)
  })

  test('does not link to deleted records', async () => {
    await line.client.request('DELETE', `/spaces/${space.id}/devices/${device.id}`)
    await showChanges()
    const row = (await screen.findByText('Device deleted')).closest('tr')
    expect(row && within(row).queryByRole('link')).toBeNull()
  })
})

describe('an undo', () => {
  const undoButton = () => screen.findByRole('button', { name: 'Undo: Device updated, pump-2' })

  async function undo() {
    await user.click(await undoButton())
    const dialog = await screen.findByRole('alertdialog', { name: 'Undo this change to pump-2?' })
    expect(dialog.textContent).toContain('Name: pump-2 → pump-1')
    await user.click(within(dialog).getByRole('button', { name: 'Undo the change' }))
  }

  test('restores the fields, and both entries refer to each other', async () => {
    await change({ name: 'pump-2', comment: 'kept' })
    await change({ name: 'pump-2', comment: 'changed' })
    const [latest, first] = await entriesOf({ action: ['device.update'] })
    await showChanges()
    expect((await screen.findAllByText('Device updated')).length).toBe(2)
    const [button] = await screen.findAllByRole('button', { name: 'Undo: Device updated, pump-2' })
    if (button) await user.click(button)
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('Comment: changed → kept')
    expect(line.sent).toHaveLength(2)
    await user.click(within(dialog).getByRole('button', { name: 'Undo the change' }))
    expect(await screen.findByText('The change to pump-2 was undone')).toBeTruthy()
    expect(await storedDevice()).toMatchObject({ name: 'pump-2', comment: 'kept' })
    expect(line.sent.at(-1)?.path).toBe(`/spaces/${space.id}/audit/${latest?.id}/undo`)
    expect(await screen.findByText('Undone')).toBeTruthy()
    expect(await screen.findByText('Undoing')).toBeTruthy()
    for (const button of screen.getAllByRole('button', { name: /^Details of Device updated/ }))
      await user.click(button)
    expect(await screen.findByText(new RegExp(`^Undone by ${space.owner.email}, `))).toBeTruthy()
    expect(
      await screen.findByText(new RegExp(`^Undid what ${space.owner.email} did, .*: Device updated$`)),
    ).toBeTruthy()
    expect(first?.undone_by).toBeNull()
  })

  test('is refused with a sentence when the device was changed again since', async () => {
    await change({ name: 'pump-2' })
    await showChanges()
    await undoButton()
    await change({ name: 'pump-3' })
    await undo()
    expect(await screen.findByText('It was changed again since. Undo the newer change first.')).toBeTruthy()
    expect((await storedDevice()).name).toBe('pump-3')
    expect(await screen.findByText('pump-3')).toBeTruthy()
  })

  test('that somebody else made first is reported, also in the list', async () => {
    await change({ name: 'pump-2' })
    await showChanges()
    await undoButton()
    const [entry] = await entriesOf({ action: ['device.update'] })
    await line.client.request('POST', `/spaces/${space.id}/audit/${entry?.id}/undo`)
    await undo()
    expect(await screen.findByText('It was already undone.')).toBeTruthy()
    expect(await screen.findByText('Undone')).toBeTruthy()
  })

  test('is not offered for changes that cannot be undone', async () => {
    await showChanges()
    await screen.findByText('Device created')
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  test('shows any other error of the server', async () => {
    await change({ name: 'pump-2' })
    await showChanges()
    await undoButton()
    line.interrupt = ({ method }) => (method === 'POST' ? refusal(500, 'the server broke') : undefined)
    await undo()
    expect(await screen.findByText('the server broke')).toBeTruthy()
    expect(await undoButton()).toBeTruthy()
  })
})

describe('the export', () => {
  /** Saves an export; returns the file. */
  async function saved(format: RegExp, search = '') {
    const files = catchDownloads()
    await showChanges(search)
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export the audit log' }))
    await user.click(dialog.getByRole('radio', { name: format }))
    await user.click(dialog.getByRole('button', { name: 'Export' }))
    return files()
  }

  test('as JSON lines has all entries of the server, page by page', async () => {
    for (let number = 0; number < 1005; number += 1)
      await anAuditEntry(server, space, { targetName: `meter-${number}`, after: { number } })
    await anAuditEntry(server, space, { targetName: 'other' })
    const { text, name } = await saved(/^JSON lines/, `?filter=${JSON.stringify({ target: 'meter' })}`)
    const newest = await entriesOf({ target: 'meter', limit: 1000 })
    const rest = await entriesOf({ target: 'meter', limit: 1000, cursor: newest.at(-1)?.id })
    expect(newest.length + rest.length).toBe(1005)
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([...newest, ...rest])
    expect(name).toMatch(new RegExp(`^audit-${space.name}-\\d{4}-\\d\\d-\\d\\d\\.jsonl$`))
  })

  test('as CSV has the changed fields as JSON', async () => {
    await change({ name: 'pump-2', comment: '=1+1' })
    const { text } = await saved(/^CSV/)
    const [header, updated] = text.split('\r\n')
    expect(header).toMatch(/^\uFEFFid,created_at,space_id,space_name,actor_type,/)
    expect(updated).toContain(',device.update,')
    expect(updated).toContain('"{""name"":""pump-2"",""comment"":""=1+1""}"')
  })
})

test('the changes of a record are its part of the log, and only admins of the space get a link to it', async () => {
  const show = () =>
    showInSpace(<ChangesButton id={device.id} />, { client: line.client, space, capabilities: CAPABILITIES })
  const { unmount } = await show()
  const link = await screen.findByRole('link', { name: 'Changes' })
  const [path, query] = (link.getAttribute('href') ?? '').split('?')
  expect(path).toBe(`/space/${space.id}`)
  expect(query).toContain(device.id)
  unmount()
  line = connect(server, await aMember(server, space, 'user'))
  await show()
  expect(screen.queryByRole('link', { name: 'Changes' })).toBeNull()
})
