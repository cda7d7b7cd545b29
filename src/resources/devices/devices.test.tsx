import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract'
import { STATE_CAPABILITY } from '#contract/devices'
import { aDevice, aMember, aMessage, aSerialNumber, aTag } from '../../../tests/support/builders'
import { address, connect, showInSpace, uuid } from '../../../tests/support/console'
import { serveSpace } from '../../../tests/support/serve'
import { anUplink } from '../../../tests/support/uplink'
import { devices } from '.'
import { DeviceCreate } from './DeviceForms'
import DeviceList from './DeviceList'
import DevicePage from './DevicePage'

const TOKEN = 'aB3'.repeat(10).concat('zz')
const { server, space } = await serveSpace()
const [cold, water] = [await aTag(server, space, 'cold'), await aTag(server, space, 'water')]
const LIST = `/space/${space.id}/devices`

let line: ReturnType<typeof connect>
const show = (part: ReactNode, at = '/devices', capabilities: readonly string[] = []) =>
  showInSpace(part, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices/:id?',
    at,
    capabilities: [...capabilities],
  })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = (name: string | RegExp) => screen.findByLabelText(name)
const asMember = async () => {
  line = connect(server, await aMember(server, space, 'user'))
}

const stored = async () =>
  line.client.call(api.devices.list.answer, 'GET', `/spaces/${space.id}/devices`, { query: { limit: 1000 } })

/** All that this browser stores. */
const kept = () =>
  [sessionStorage, localStorage]
    .flatMap((storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')),
    )
    .join('\n')

/** Opens the dialog and types the required fields. */
const fill = async (serialNumber = aSerialNumber()) => {
  const user = userEvent.setup({ delay: null })
  await show(<DeviceCreate open onClose={() => undefined} />)
  await user.type(await field(/^Name/), 'pump-9')
  await user.type(await field(/Serial number/), serialNumber)
  await user.type(await field(/Claim token/), TOKEN)
  return user
}

beforeEach(() => {
  line = connect(server, space.owner)
})

describe('the dialog for a new device', () => {
  it('lists missing fields in the words of the rules', async () => {
    const user = userEvent.setup({ delay: null })
    await show(<DeviceCreate open onClose={() => undefined} />)
    await user.click(await button('Create device'))
    expect(await screen.findByText('Serial Number is required and should consist of 10 numbers')).toBeTruthy()
    expect(screen.getByText('name required')).toBeTruthy()
    expect(screen.getByText('Token is required and should consist of 32 characters.')).toBeTruthy()
    expect(line.sent).toEqual([])
  })

  it('shows the claim token only while it is typed, and never stores it', async () => {
    const user = await fill()
    const token = await field(/Claim token/)
    expect(token.getAttribute('type')).toBe('text')
    await user.type(await field(/Comment/), 'Behind the boiler')
    expect(token.getAttribute('type')).toBe('password')
    expect(token.getAttribute('autocomplete')).toBe('new-password')
    expect(await screen.findByText('17 of 500 characters')).toBeTruthy()
    await waitFor(() => expect(kept()).toContain('Behind the boiler'))
    expect(kept()).not.toContain(TOKEN)
  })

  it('sends labels and tags, and opens the new device', async () => {
    const serialNumber = aSerialNumber()
    const user = await fill(serialNumber)
    await user.click(await button('Add label'))
    await user.click(await button('Add label'))
    const [first] = screen.getAllByRole('group', { name: /^Label \d/ })
    if (!first) throw new Error('no label row')
    await user.type(within(first).getByLabelText('Name'), 'site')
    await user.type(within(first).getByLabelText('Value'), 'Brno')
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'wat')
    await user.click(await screen.findByRole('option', { name: 'water' }))
    await user.click(await button('Create device'))
    await waitFor(() => expect(address()).not.toBe(LIST))
    const created = (await stored()).find(({ serial_number }) => serial_number === serialNumber)
    expect(address()).toBe(`${LIST}/${created?.id}`)
    expect(created).toMatchObject({ name: 'pump-9', comment: null, label: { site: 'Brno' }, tags: [water] })
    expect(line.sent[0]?.body).toMatchObject({ token: TOKEN })
  })

  it('is ready for another device, without what was typed for the one before', async () => {
    const serialNumber = aSerialNumber()
    const user = await fill(serialNumber)
    await user.click(screen.getByRole('checkbox', { name: 'Create another' }))
    await user.click(await button('Create device'))
    await waitFor(async () => expect((await field(/Serial number/)).getAttribute('value')).toBe(''))
    expect((await stored()).some(({ serial_number }) => serial_number === serialNumber)).toBe(true)
    expect(screen.getByRole('checkbox', { name: 'Create another' })).toHaveProperty('checked', true)
    expect(address()).toBe(LIST)
  })

  it('stays open with all typed values when the serial number is taken', async () => {
    const { serial_number } = await aDevice(server, space)
    const user = await fill(serial_number)
    await user.click(await button('Create device'))
    expect(await screen.findByText('A device with this serial number has already been claimed')).toBeTruthy()
    expect((await field(/Claim token/)).getAttribute('value')).toBe(TOKEN)
    expect(address()).toBe(LIST)
  })
})

describe('the page of a device', () => {
  it('says when the device does not exist', async () => {
    await show(<DevicePage />, `/devices/${uuid(101)}`)
    expect(await screen.findByRole('heading', { name: 'Device not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to devices' })).toBeTruthy()
  })

  it('shows details for an unknown tab', async () => {
    const { id } = await aDevice(server, space)
    await show(<DevicePage />, `/devices/${id}?tab=nothing`)
    const details = within(await screen.findByRole('region', { name: 'Device' }))
    expect(details.getByText('Labels', { selector: 'dt' })).toBeTruthy()
  })

  it('sends the changes, and returns to the view', async () => {
    const { id, name } = await aDevice(server, space, { label: { site: 'Brno', floor: '1' }, tags: [cold] })
    const user = userEvent.setup({ delay: null })
    await show(<DevicePage />, `/devices/${id}`)
    await user.click(await button('Edit'))
    await user.click(await button('Remove label 1'))
    await user.type(await field(/Comment/), 'Moved')
    await user.click(await button('Save'))
    await waitFor(() => expect(address()).toBe(`${LIST}/${id}`))
    const edited = { name, comment: 'Moved', tags: [cold] }
    await waitFor(async () =>
      expect((await stored()).find((device) => device.id === id)).toMatchObject(edited),
    )
    expect(line.sent[0]?.body).toEqual({ comment: 'Moved', label: { floor: '1' } })
  })

  it('sends a typed external id, and null for a cleared one', async () => {
    const { id } = await aDevice(server, space)
    const user = userEvent.setup({ delay: null })
    await show(<DevicePage />, `/devices/${id}`)
    for (const [typed, sent] of [
      ['ERP-17', 'ERP-17'],
      ['', null],
    ] as const) {
      await user.click(await button('Edit'))
      const input = await field(/External id/)
      await user.clear(input)
      if (typed) await user.type(input, typed)
      await user.click(await button('Save'))
      await waitFor(() => expect(line.sent.at(-1)?.body).toMatchObject({ external_id: sent }))
      await waitFor(() => expect(address()).toBe(`${LIST}/${id}`))
    }
    expect((await stored()).find((device) => device.id === id)?.external_id).toBeNull()
  })

  it('shows the first contact and session as they arrive, without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const device = await aDevice(server, space)
    await show(<DevicePage />, `/devices/${device.id}`)
    expect((await screen.findAllByText('never')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('tab', { name: 'Session' })).toBeNull()
    await anUplink(server, device, { type: 'session', body: { up: { lte_imei: '351358811124772' } } })
    await anUplink(server, device)
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    await userEvent.setup({ delay: null }).click(await screen.findByRole('tab', { name: 'Session' }))
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'LTE' }).textContent).toContain('351358811124772'),
    )
    expect(screen.queryByText('never')).toBeNull()
  })

  it('is read-only for a space user', async () => {
    const { id } = await aDevice(server, space)
    await asMember()
    await show(<DevicePage />, `/devices/${id}?edit=true`)
    const description = 'Your role does not allow this.'
    const edit = await screen.findByRole('button', { name: 'Edit', description })
    expect(edit.getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('textbox')).toBeNull()
    await userEvent.setup({ delay: null }).click(await button('More actions'))
    const create = await screen.findByRole('menuitem', { name: 'Create message', description })
    expect(create.getAttribute('aria-disabled')).toBe('true')
  })

  it('has two actions in its header, and the rest in a menu that opens by keyboard', async () => {
    const user = userEvent.setup({ delay: null })
    const { id } = await aDevice(server, space)
    await show(<DevicePage />, `/devices/${id}`)
    const more = await button('More actions')
    const names = within(more.parentElement ?? document.body)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['Console', 'Messages'])
    more.focus()
    await user.keyboard('{Enter}')
    const create = await screen.findByRole('menuitem', { name: 'Create message' })
    await waitFor(() => expect(document.activeElement).toBe(create))
    expect(create.getAttribute('href')).toBe(`${LIST}/${id}/create-message`)
  })

  it('shows how it sends its first message, until it has sent', async () => {
    const device = await aDevice(server, space)
    await show(<DevicePage />, `/devices/${device.id}`, ['uplink'])
    const first = await screen.findByRole('region', { name: 'Send the first message' })
    await waitFor(() => expect(first.textContent).toContain('/v2/devices/uplink'))
    expect(first.textContent).toContain(`"serial_number":"${device.serial_number}","token":"CLAIM_TOKEN"`)
    expect(first.textContent).not.toContain('SPACEPORT_KEY')
    cleanup()
    await anUplink(server, device)
    await show(<DevicePage />, `/devices/${device.id}`, ['uplink'])
    await button('More actions')
    expect(screen.queryByRole('region', { name: 'Send the first message' })).toBeNull()
  })
})

describe('the state of a device', () => {
  const capabilities = [STATE_CAPABILITY]
  const showWith = (part: ReactNode, at: string, offered = capabilities) =>
    showInSpace(part, {
      client: line.client,
      space,
      resource: devices,
      path: '/devices/:id?',
      at,
      capabilities: offered,
    })

  it('is a sentence at the top of the page, which links to pending downlinks', async () => {
    const device = await aDevice(server, space)
    const now = Date.now()
    for (const minutes of [8760, 8730, 8700, 8670, 8640])
      await aMessage(server, device, { at: new Date(now - minutes * 60_000) })
    const downlink = { type: 'shell', direction: 'down', downState: 'pending' } as const
    await aMessage(server, device, downlink)
    await aMessage(server, device, downlink)
    const ago = (minutes: number) => new Date(now - minutes * 60_000)
    await server.db.$client.query(
      'update device_contact set last_seen = $2, usual_interval = 1800, expected_at = $3, late_at = $4, silent_at = $5 where device_id = $1',
      [device.id, ...[8640, 8610, 8580, 8490].map(ago)],
    )
    await showWith(<DevicePage />, `/devices/${device.id}`)
    const state = await screen.findByRole('link', { name: 'Silent for 6 days' })
    expect(state.getAttribute('href')).toBe(`/space/${space.id}/messages?deviceId=${device.id}`)
    expect(state.parentElement?.textContent).toContain('Silent for 6 days, usually every 30 minutes.')
    const waiting = await screen.findByRole('link', { name: '2 downlinks are waiting.' })
    expect(waiting.getAttribute('href')).toContain('down_state')
    expect(screen.getAllByText(/Last seen/)).toHaveLength(1)
  })

  it('is a column with a filter and a sort, on servers that have it', async () => {
    const { name } = await aDevice(server, space, { name: 'never-heard' })
    const filter = encodeURIComponent(JSON.stringify({ state: ['never'] }))
    await showWith(<DeviceList />, `/devices?filter=${filter}&sort=state&order=ASC`)
    expect(await screen.findByRole('link', { name })).toBeTruthy()
    expect(screen.getAllByText('Never seen').length).toBeGreaterThan(0)
    const asked = line.calls.find(({ path }) => path.endsWith('/devices'))
    expect(asked?.query).toMatchObject({ sort_by: 'state', order_by: 'asc', 'state[]': 'never' })
    expect(screen.getByRole('columnheader', { name: /^State/ })).toBeTruthy()
  })

  it('is one word in the list, beside how long ago the device was seen', async () => {
    const device = await aDevice(server, space, { name: 'seen-lately' })
    await anUplink(server, device)
    await showWith(<DeviceList />, '/devices?perPage=100')
    const link = await screen.findByRole('link', { name: 'seen-lately' })
    const row = within(link.closest('tr, li') ?? document.body)
    expect(row.getByText('On time').title).toMatch(/^On time, .*(ago|now)$/)
    const seen = row.getByText(/(ago|now)$/).closest('time')
    // A copy has the exact time, like the tooltip.
    expect(seen?.title).toMatch(/\d\d:\d\d:\d\d/)
    expect(seen?.textContent).toContain(seen?.title)
  })

  it('is missing on other servers', async () => {
    const { id, name } = await aDevice(server, space)
    await showWith(<DeviceList />, '/devices', [])
    await screen.findByRole('link', { name })
    expect(screen.queryByText('Never seen')).toBeNull()
    cleanup()
    await showWith(<DevicePage />, `/devices/${id}`, [])
    await screen.findByRole('heading', { name })
    expect(screen.queryByText(/Never seen/)).toBeNull()
  })
})

describe('the row of a device', () => {
  it('leads a space admin to the edit mode, and says to a space user why not', async () => {
    const device = await aDevice(server, space, { name: 'pump-1' })
    await show(<DeviceList />, '/devices?perPage=100')
    const user = userEvent.setup({ delay: null })
    const findEdit = async () => {
      await user.click(await button('Actions: pump-1'))
      return screen.findByRole('menuitem', { name: 'Edit' })
    }
    const edit = await findEdit()
    expect(edit.getAttribute('href')).toBe(`${LIST}/${device.id}?edit=true`)
    expect(screen.getByRole('link', { name: 'Messages of pump-1', hidden: true }).getAttribute('href')).toBe(
      `/space/${space.id}/messages?deviceId=${device.id}`,
    )
    cleanup()
    await asMember()
    await show(<DeviceList />, '/devices?perPage=100')
    expect((await findEdit()).getAttribute('aria-disabled')).toBe('true')
  })
})
