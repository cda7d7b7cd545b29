import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { auditApi, BATCH_CAPABILITY, BATCH_HEADER } from '#contract/audit'
import type { Device } from '#contract/devices'
import { aDevice, anAuditEntry, aSpace, aUser, type TestSpace } from '../../../tests/support/builders'
import { address, connect, showPage } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { audit } from '.'
import AuditList from './AuditList'

const server = await serve()
const admin = await aUser(server, { systemRole: 'admin' })
const CAPABILITIES = [auditApi.list.capability]
let space: TestSpace
let device: Device
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  device = await aDevice(server, space, { name: 'pump-1' })
  line = connect(server, space.owner)
})

const user = userEvent.setup({ delay: null })

/** Saves the device with other values. */
const change = (values: object) =>
  line.client.call(api.devices.update.answer, 'PUT', `/spaces/${space.id}/devices/${device.id}`, {
    body: { name: 'pump-1', comment: null, label: {}, tags: [], ...values },
  })
const storedDevice = () =>
  line.client.call(api.devices.get.answer, 'GET', `/spaces/${space.id}/devices/${device.id}`)

async function showAll(search = '', capabilities: string[] = CAPABILITIES) {
  line = connect(server, admin)
  showPage(<AuditList />, {
    client: line.client,
    resource: audit,
    path: '/admin/audit',
    at: `/admin/audit${search}`,
    profile: await line.client.call(api.profile.get.answer, 'GET', '/profile'),
    capabilities,
  })
}

const lastQuery = (path: string) => line.calls.findLast((call) => call.path === path)?.query

test('sends its filters and its sort to the server, which finds the entry', async () => {
  await change({ name: 'pump-2' })
  const filter = {
    created_at: { start: '2020-01-01T00:00:00.000Z' },
    actor: space.owner.email,
    target: device.id,
    action: ['device.update', 'tag.update'],
    space: space.name,
  }
  await showAll(`?filter=${encodeURIComponent(JSON.stringify(filter))}`)
  expect(await screen.findByText('pump-2')).toBeTruthy()
  expect(screen.queryByText('Device created')).toBeNull()
  expect(lastQuery('/admin/audit')).toMatchObject({
    after: '2020-01-01T00:00:00.000Z',
    actor: space.owner.email,
    target: device.id,
    space: space.name,
    sort_by: 'id',
    order_by: 'desc',
  })
  expect(screen.getByRole('link', { name: space.name }).getAttribute('href')).toBe(`/space/${space.id}`)
  await user.click(within(screen.getByRole('columnheader', { name: 'Time' })).getByRole('button'))
  await waitFor(() => expect(lastQuery('/admin/audit')).toMatchObject({ order_by: 'asc' }))
})

test('filters by actions, one by one or by their group', { tags: 'heavy' }, async () => {
  await anAuditEntry(server, null, { action: 'session.create', actorName: 'eva@example.com' })
  await showAll()
  await user.click(await screen.findByRole('button', { name: 'Filter: Action' }))
  const choices = within(await screen.findByRole('group', { name: 'Action' }))
  await user.click(choices.getByRole('checkbox', { name: 'Sign-in' }))
  await waitFor(() => expect(address()).toContain('session.deleteOthers'))
  expect(choices.getByRole('checkbox', { name: 'Signed in', checked: true })).toBeTruthy()
  await user.click(choices.getByRole('checkbox', { name: 'Passkey added' }))
  await waitFor(() => expect(address()).not.toContain('passkey.create'))
  expect(address()).toContain('session.create')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('eva@example.com')).toBeTruthy()
})

test('lets a system admin undo a change in any space', async () => {
  await change({ name: 'pump-2' })
  await showAll(`?filter=${JSON.stringify({ space: space.name })}`)
  await user.click(await screen.findByRole('button', { name: 'Undo: Device updated, pump-2' }))
  await user.click(await screen.findByRole('button', { name: 'Undo the change' }))
  expect(await screen.findByText('Undone')).toBeTruthy()
  expect((await storedDevice()).name).toBe('pump-1')
})

test('links to a person whose account was changed', async () => {
  await anAuditEntry(server, null, {
    action: 'account.update',
    targetId: space.owner.id,
    targetName: 'eva-of-the-greenhouse',
  })
  await showAll(`?filter=${JSON.stringify({ target: 'eva-of-the' })}`)
  const link = await screen.findByRole('link', { name: 'eva-of-the-greenhouse' })
  expect(link.getAttribute('href')).toBe(`/admin/users/${space.owner.id}`)
})

test('the changes of one batch are one row, and can be undone together', async () => {
  const headers = { [BATCH_HEADER]: crypto.randomUUID() }
  const all = [device, await aDevice(server, space, { name: 'pump-2' })]
  const pathOf = ({ id }: Device) => `/spaces/${space.id}/devices/${id}`
  const body = { name: 'pump', comment: 'on the roof', label: {}, tags: [] }
  for (const one of all) await line.client.request('PUT', pathOf(one), { body, headers })
  await showAll(`?filter=${JSON.stringify({ space: space.name })}`, [...CAPABILITIES, BATCH_CAPABILITY])
  await user.click(await screen.findByRole('button', { name: 'Undo: Device updated, 2 devices' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo 2 changes?' }))
  await dialog.findByRole('list', { name: 'Selected' })
  await user.click(dialog.getByRole('button', { name: 'Undo 2 changes' }))
  expect(await dialog.findByText('2 done')).toBeTruthy()
  for (const one of all)
    expect(await line.client.call(api.devices.get.answer, 'GET', pathOf(one))).toMatchObject({
      comment: null,
    })
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Undone')).toBeTruthy()
})
