import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CAPABILITIES } from '#contract'
import { anAlertRule } from '../../../../tests/support/alerts'
import { openConsole, shownPath } from '../../../../tests/support/app'
import {
  aDevice,
  aMember,
  aSpace,
  aTag,
  aUser,
  aVariable,
  type TestSpace,
} from '../../../../tests/support/builders'
import { address, connect, refusal, showInSpace } from '../../../../tests/support/console'
import { findValues } from '../../../../tests/support/series'
import { serve } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { devices } from '..'
import DeviceList from '../DeviceList'
import DevicePage from '../DevicePage'

const server = await serve()
let here: TestSpace
let there: TestSpace
let device: Awaited<ReturnType<typeof aDevice>>
let line: ReturnType<typeof connect>

beforeEach(async () => {
  here = await aSpace(server)
  there = await aSpace(server, here.owner)
  device = await aDevice(server, here, { name: 'pump-one', tags: [await aTag(server, here, 'roof')] })
  line = connect(server, here.owner)
})

const show = async (space: TestSpace, at = `/devices/${device.id}`, capabilities: string[] = CAPABILITIES) =>
  showInSpace(at.startsWith('/devices/') ? <DevicePage /> : <DeviceList />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices/:id?',
    at,
    capabilities,
  })
const move = async () =>
  server.call('POST', `/spaces/${here.id}/devices/${device.id}/move`, {
    token: here.owner.token,
    body: { space_id: there.id },
  })

/** Opens the dialog from the edit mode. */
async function open() {
  const user = userEvent.setup({ delay: null })
  await show(here, `/devices/${device.id}?edit=true`)
  await user.click(await screen.findByRole('button', { name: 'Move to another space' }))
  return {
    user,
    dialog: within(await screen.findByRole('dialog', { name: 'Move pump-one to another space' })),
  }
}

describe('the dialog that moves a device', () => {
  it('offers the spaces in which the person may create devices, shows the effects, and moves', async () => {
    const reading = await aSpace(server)
    await aMember(server, reading, 'user', { user: here.owner })
    await aVariable(server, here, { name: 'meter-key', device_id: device.id })
    await anAlertRule(server, here)
    await anUplink(server, device, { body: { level: 1 } })
    await findValues(server)
    const { user, dialog } = await open()
    expect(dialog.getByText('Choose a space to see what the move changes.', { selector: 'p' })).toBeTruthy()
    await user.click(dialog.getByRole('combobox', { name: 'Space' }))
    expect(await screen.findByRole('option', { name: new RegExp(there.name) })).toBeTruthy()
    for (const { name } of [here, reading]) expect(screen.queryByRole('option', { name })).toBeNull()
    await user.click(screen.getByRole('option', { name: new RegExp(there.name) }))

    const lost = within(await dialog.findByRole('region', { name: 'What is lost' }))
    expect(lost.getByText('roof')).toBeTruthy()
    expect(lost.getByText(/^Alert rules/).textContent).toContain('silent')
    expect(
      within(dialog.getByRole('region', { name: 'Histories of values' })).getByText(/keeps its history/),
    ).toBeTruthy()
    const along = within(dialog.getByRole('region', { name: 'What moves along' }))
    expect(along.getByText('meter-key')).toBeTruthy()
    expect(dialog.getByText(/^1 message stays here/).parentElement?.textContent).toContain(
      'keys limited to tags can no longer read them',
    )
    expect(line.sent).toEqual([])

    await user.click(dialog.getByRole('button', { name: 'Move' }))
    expect(await screen.findByText(`Device moved to ${there.name}`)).toBeTruthy()
    await expect.poll(address).toBe(`/space/${there.id}/devices/${device.id}`)
    expect(line.sent).toMatchObject([{ method: 'POST', body: { space_id: there.id } }])
  })

  it('finds any space for a system administrator, by its name or its owner', async () => {
    line = connect(server, await aUser(server, { systemRole: 'admin' }))
    const foreign = await aSpace(server)
    const { user, dialog } = await open()
    await user.type(dialog.getByRole('combobox', { name: 'Space' }), foreign.owner.email.slice(5, 14))
    expect(await screen.findByRole('option', { name: new RegExp(foreign.name) })).toBeTruthy()
  })

  it('says why the effects cannot be loaded, and retries', async () => {
    line.interrupt = ({ path, method }) =>
      method === 'GET' && path.endsWith('/move') ? refusal(500, 'a bug') : undefined
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('combobox', { name: 'Space' }))
    await user.click(await screen.findByRole('option', { name: new RegExp(there.name) }))
    expect(await dialog.findByText('a bug')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Move' }).getAttribute('aria-disabled')).toBe('true')
    line.interrupt = () => undefined
    await user.click(dialog.getByRole('button', { name: /try/i }))
    expect(await dialog.findByRole('region', { name: 'What is lost' })).toBeTruthy()
  })

  it('stays open and says why when somebody else was faster', async () => {
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('combobox', { name: 'Space' }))
    await user.click(await screen.findByRole('option', { name: new RegExp(there.name) }))
    await dialog.findByRole('region', { name: 'What is lost' })
    await move()
    await user.click(dialog.getByRole('button', { name: 'Move' }))
    const said = await dialog.findAllByText(/was moved to another space/)
    expect(said.length).toBeGreaterThan(0)
  })

  it('is only for people who may delete the device', async () => {
    line = connect(server, await aMember(server, here, 'user'))
    await show(here, `/devices/${device.id}?edit=true`)
    await screen.findByRole('heading', { name: 'pump-one' })
    expect(screen.queryByRole('button', { name: 'Move to another space' })).toBeNull()
  })
})

describe('a moved device', () => {
  it('says where it was moved, and can no longer be changed', async () => {
    await move()
    await show(here)
    expect(await screen.findByText(new RegExp(`^Moved to ${there.name} on `))).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open it there' }).getAttribute('href')).toBe(
      `/space/${there.id}/devices/${device.id}`,
    )
    expect(screen.getByRole('button', { name: 'Edit' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  })

  it('does not name a space that the person cannot see', async () => {
    await move()
    line = connect(server, await aMember(server, here, 'user'))
    await show(here)
    expect(await screen.findByText(/^Moved to another space on /)).toBeTruthy()
    expect(screen.queryByText(new RegExp(there.name))).toBeNull()
  })

  it('has a link to its earlier messages in its new space', async () => {
    await move()
    await show(there)
    expect(await screen.findByText(new RegExp(`^Moved here from ${here.name} on `))).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Earlier messages' }).getAttribute('href')).toBe(
      `/space/${here.id}/messages?deviceId=${device.id}`,
    )
  })

  it('shows in its history which values are in which space', async () => {
    await anUplink(server, device, { body: { level: 1 } })
    await findValues(server)
    await move()
    const { unmount } = await show(there, `/devices/${device.id}?tab=history`)
    expect(
      await screen.findByText(new RegExp(`^Values up to .* are in the space ${here.name}\\.`)),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Its history there' }).getAttribute('href')).toBe(
      `/space/${here.id}/devices/${device.id}?tab=history`,
    )
    unmount()
    await show(here, `/devices/${device.id}?tab=history`)
    expect(
      await screen.findByText(new RegExp(`^Values from .* on are in the space ${there.name}\\.`)),
    ).toBeTruthy()
  })

  it('is in the list of its old space only with a filter', async () => {
    await move()
    await aDevice(server, here, { name: 'pump-two' })
    await show(here, '/devices')
    expect(await screen.findByText('pump-two')).toBeTruthy()
    expect(screen.queryByText('pump-one')).toBeNull()
  })

  it('is shown by that filter', async () => {
    await move()
    await aDevice(server, here, { name: 'pump-two' })
    await show(here, `/devices?filter=${encodeURIComponent('{"moved":["true"]}')}`)
    expect(await screen.findByText('pump-one')).toBeTruthy()
    expect(screen.queryByText('pump-two')).toBeNull()
    expect(screen.getByRole('link', { name: 'Messages of pump-one' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Console of pump-one' })).toBeNull()
  })

  it('is not requested from a server without moves', async () => {
    await show(here, '/devices', [])
    await screen.findByText('pump-one')
    expect(screen.queryByRole('button', { name: 'Filter: Moved elsewhere' })).toBeNull()
    const user = userEvent.setup({ delay: null })
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    expect(await screen.findByRole('checkbox', { name: 'Serial number' })).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Moved' })).toBeNull()
  })
})

it('an administrator finds a device and moves it, and its messages stay in their space', async () => {
  const admin = await aUser(server, { systemRole: 'admin' })
  const user = userEvent.setup({ delay: null })
  await anUplink(server, device)
  const { close } = openConsole(server, '/admin/devices', { person: admin })
  await user.type(await screen.findByRole('searchbox', { name: 'Name, serial, space' }), device.serial_number)
  await user.click(await screen.findByRole('link', { name: 'pump-one' }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.click(await screen.findByRole('button', { name: 'Move to another space' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move pump-one to another space' }))
  await user.type(dialog.getByRole('combobox', { name: 'Space' }), there.name)
  await user.click(await screen.findByRole('option', { name: new RegExp(there.name) }))
  expect((await dialog.findByRole('region', { name: 'What is lost' })).textContent).toContain('roof')
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await screen.findByText(`Device moved to ${there.name}`)
  await waitFor(() => expect(shownPath()).toBe(`/space/${there.id}/devices/${device.id}`))
  await anUplink(server, device)
  close()

  const messages = () => screen.queryAllByRole('checkbox', { name: /^Select data / })
  const inNew = openConsole(server, `/space/${there.id}/messages?deviceId=${device.id}`)
  await waitFor(() => expect(messages()).toHaveLength(1))
  inNew.close()
  openConsole(server, `/space/${here.id}/devices/${device.id}`)
  await screen.findByText(new RegExp(`Moved to ${there.name} on`))
  const main = within(screen.getByRole('main'))
  await user.click(main.getByRole('link', { name: 'Messages' }))
  await waitFor(() => expect(messages()).toHaveLength(1))
})
