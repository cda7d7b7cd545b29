import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CAPABILITIES } from '#contract'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import { DEVICE_FILTERS_CAPABILITY } from '#contract/devices'
import { profileApi } from '#contract/profile'
import {
  aConnector,
  aDevice,
  aMember,
  aSpace,
  aTag,
  aUser,
  type TestSpace,
} from '../../../tests/support/builders'
import { address, connect, refusal, showInSpace, showPage } from '../../../tests/support/console'
import { aSim, serveSims } from '../../../tests/support/sims'
import { addresses } from '../../addresses'
import Palette from './Palette'
import { readRecent } from './recent'

const server = await serveSims()
const space = await aSpace(server)
const onClose = vi.fn<() => void>()

async function open(of: TestSpace = space, { as = of.owner, capabilities = CAPABILITIES } = {}) {
  const line = connect(server, as)
  const user = userEvent.setup()
  const part = <Palette spaceId={of.id} onClose={onClose} onHelp={() => undefined} />
  const shown = await showInSpace(part, { client: line.client, space: of, capabilities })
  const input = await screen.findByRole('combobox', { name: 'Search and commands' })
  return { line, user, input, ...shown }
}

const option = (name: string | RegExp) => screen.findByRole('option', { name })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent

test('opens a device by a misspelled name, and offers it first the next time', async () => {
  const device = await aDevice(server, space, { name: 'thermometer-cellar' })
  const { user, input, unmount } = await open()
  await user.type(input, 'tehrmometer')
  await option(/thermometer-cellar/)
  await user.keyboard('{Enter}')
  expect(address()).toBe(`/space/${space.id}/devices/${device.id}`)
  unmount()

  const again = await open()
  const recent = await screen.findByRole('group', { name: 'Recent' })
  expect(within(recent).getByRole('option', { name: /thermometer-cellar/ })).toBeDefined()
  expect(active(again.input)).toContain('thermometer-cellar')
})

test('recent records of one space are not offered in another', async () => {
  await aDevice(server, space, { name: 'only-here' })
  const { user, input, unmount } = await open()
  await user.type(input, 'only-here')
  await option(/only-here/)
  await user.keyboard('{Enter}')
  unmount()
  await open(await aSpace(server, space.owner))
  await option('Devices')
  expect(options().join()).not.toContain('only-here')
})

test('goes to sections, tags and connectors of the space, and to other spaces', async () => {
  const own = await aSpace(server)
  const connector = await aConnector(server, own, { name: 'forwarder' })
  const other = await aSpace(server, own.owner)
  const { user, input } = await open(own)
  await user.type(input, 'forwrader')
  await option('forwarder')
  await user.clear(input)
  await user.type(input, other.name)
  await option(other.name)
  await user.clear(input)
  await user.type(input, 'mesages')
  await option('Messages')
  await user.clear(input)
  await user.type(input, 'forwarder')
  await option('forwarder')
  await user.keyboard('{Enter}')
  expect(address()).toBe(`/space/${own.id}/connectors/${connector.id}`)
})

test('finds devices and tags of other spaces, with the name of each, after those of the current one', async () => {
  const own = await aSpace(server)
  const other = await aSpace(server, own.owner)
  const device = await aDevice(server, other, { name: 'level-gauge-east' })
  await aDevice(server, own, { name: 'level-gauge-west' })
  await aTag(server, other, 'eastern-shore')
  const { user, input } = await open(own)
  await user.type(input, 'eastern')
  expect((await option(/eastern-shore/)).textContent).toContain(other.name)
  await user.clear(input)
  await user.type(input, 'level-gauge')
  await option(/level-gauge-east/)
  await waitFor(() => expect(active(input)).toContain('level-gauge-west'))
  const group = screen.getByRole('group', { name: 'In other spaces' })
  expect(within(group).getByRole('option', { name: /level-gauge-east/ }).textContent).toContain(other.name)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(address()).toBe(`/space/${other.id}/devices/${device.id}`)
})

async function openInAdminArea() {
  const line = connect(server, await aUser(server, { systemRole: 'admin' }))
  const { client } = line
  const profile = await client.call(profileApi.get.answer, 'GET', '/profile')
  const part = <Palette spaceId={undefined} onClose={onClose} onHelp={() => undefined} />
  showPage(part, { client, profile, path: '/*', at: addresses.admin })
  const input = await screen.findByRole('combobox', { name: 'Search and commands' })
  return { line, input, user: userEvent.setup() }
}

test('in the admin area an administrator finds people, and devices of all spaces', async () => {
  const somebody = await aMember(server, space, 'user')
  await aDevice(server, space, { name: 'far-away-valve' })
  const { user, input } = await openInAdminArea()
  await user.type(input, 'far-away')
  expect((await option(/far-away-valve/)).textContent).toContain(space.name)
  await user.clear(input)
  await user.type(input, somebody.email)
  await option(new RegExp(somebody.email))
  await user.keyboard('{Enter}')
  expect(address()).toBe(`${addresses.adminUsers}/${somebody.id}`)
})

test('in the admin area a SIM card is found by its whole IMSI or ICCID, and opens loaded', async () => {
  const { imsi, iccid } = await aSim(server, { state: 'Active.Live' })
  const { user, input, line } = await openInAdminArea()
  const ofSims = () => line.calls.filter(({ path }) => path.startsWith('/admin/sim/'))
  await user.type(input, imsi.slice(0, -1))
  await screen.findByText('Nothing found.')
  expect(ofSims()).toEqual([])
  await user.type(input, imsi.slice(-1))
  expect((await option(new RegExp(imsi))).textContent).toContain(`${iccid} · Active.Live`)
  await user.clear(input)
  await user.type(input, '00101 9999999999')
  await screen.findByText('Nothing found.')
  await user.clear(input)
  await user.type(input, `${iccid.slice(0, 4)} ${iccid.slice(4)}`)
  await option(new RegExp(imsi))
  await user.keyboard('{Enter}')
  expect(address()).toBe(`${addresses.adminSims}?id=${iccid}`)
})

test.each([
  ['sign out', 'Logout'],
  ['new variable', 'Create variable'],
  ['add key', 'Create key'],
  ['czech', 'Language: Čeština'],
])('“%s” finds “%s”', async (typed, title) => {
  const { user, input } = await open()
  await user.type(input, typed)
  expect(await option(title)).toBeDefined()
})

test('the arrows, Home and End move; Escape closes', async () => {
  const { user, input } = await open()
  await option('Devices')
  const all = options()
  expect(active(input)).toBe(all[0])
  await user.keyboard('{ArrowDown}')
  expect(active(input)).toBe(all[1])
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(active(input)).toBe(all.at(-1))
  await user.keyboard('{Home}')
  expect(active(input)).toBe(all[0])
  await user.keyboard('{End}')
  expect(active(input)).toBe(all.at(-1))
  onClose.mockClear()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('Ctrl and Enter open a new tab and leave this page', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user, input } = await open()
  await user.type(input, 'connectors')
  await option('Connectors')
  const before = address()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(opened).toHaveBeenCalledWith(`/space/${space.id}/connectors`, '_blank')
  expect(address()).toBe(before)
})

test('forbidden actions are disabled, say why, and do nothing', async () => {
  const reader = await aMember(server, space, 'user')
  const { user, input } = await open(space, { as: reader })
  await user.type(input, 'create device')
  const row = await option(/^Create device/)
  expect(row.getAttribute('aria-disabled')).toBe('true')
  expect(row.textContent).toContain('Your role does not allow this.')
  const before = address()
  await user.keyboard('{Enter}')
  expect(address()).toBe(before)
})

test('never shows the answer to an older text', async () => {
  const own = await aSpace(server)
  for (const name of ['alpha-pump', 'omega-gate']) await aDevice(server, own, { name })
  const { line, user, input } = await open(own)
  let release = () => {}
  line.interrupt = async ({ path, query }) => {
    if (path.endsWith('/devices/search') && query?.text === 'alpha')
      await new Promise<void>((resolve) => (release = resolve))
    return undefined
  }
  await user.type(input, 'alpha')
  await waitFor(() => expect(line.calls.some(({ query }) => query?.text === 'alpha')).toBe(true))
  expect(screen.getByText('Searching…')).toBeDefined()
  await user.clear(input)
  await user.type(input, 'omega')
  await option(/omega-gate/)
  release()
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull())
  expect(options().join()).not.toContain('alpha-pump')
})

test('with more devices than fit it shows their number, and leads to the list', async () => {
  const own = await aSpace(server)
  const many = Array.from({ length: 13 }, (_, at) => at)
  for (const at of many)
    await aDevice(server, own, { name: `gauge-${at}`, serial_number: `88000000${at + 10}` })
  const { user, input } = await open(own)
  await user.type(input, 'Gauge')
  const row = await option(/8 of 13 devices/)
  expect(options().filter((text) => text?.startsWith('gauge'))).toHaveLength(8)
  await user.clear(input)
  await user.type(input, '88000')
  await option(/8 of 13 devices/)
  await user.keyboard('{End}{Enter}')
  expect(address()).toBe(`/space/${own.id}/devices?filter=${encodeURIComponent('{"text":"88000"}')}`)
  expect(row.textContent).toContain('Show all in the list')
})

test('when the list would not find a misspelled name, it only says that there are more', async () => {
  const own = await aSpace(server)
  for (let at = 0; at < 9; at += 1) await aDevice(server, own, { name: `gauge-${at}` })
  const { user, input } = await open(own)
  await user.type(input, 'guage')
  await screen.findByText('More devices match. Keep typing to narrow the search.')
  expect(options().filter((text) => text?.startsWith('gauge'))).toHaveLength(8)
})

test('a failed search says so and can be retried', async () => {
  await aDevice(server, space, { name: 'barometer' })
  const { line, user, input } = await open()
  line.interrupt = ({ path }) => (path.endsWith('/devices/search') ? refusal(500, 'broken') : undefined)
  await user.type(input, 'barometer')
  await screen.findByText('Some results could not be loaded.')
  line.interrupt = () => undefined
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await option(/barometer/)).toBeDefined()
})

test('leads to the devices with the text in their comment on a server whose search does not read it', async () => {
  const capabilities = CAPABILITIES.filter((name) => name !== DEVICE_FILTERS_CAPABILITY)
  const { user, input } = await open(space, { capabilities })
  await user.type(input, 'dispatcher')
  await option('Devices with “dispatcher” in the comment')
  await user.keyboard('{Enter}')
  const filter = encodeURIComponent(JSON.stringify({ comment: 'dispatcher' }))
  expect(address()).toBe(`/space/${space.id}/devices?filter=${filter}`)
})

test('says when nothing was found', async () => {
  const capabilities = CAPABILITIES.filter((name) => name !== LIST_FILTERS_CAPABILITY)
  const { user, input } = await open(space, { capabilities })
  await user.type(input, 'qqqqqqqq')
  await screen.findByText('Nothing found.')
  expect(options()).toEqual([])
})

test('on a server without the search the list is used, from three letters or by serial number', async () => {
  const own = await aSpace(server)
  await aDevice(server, own, { name: 'hygrometer', serial_number: '7700000001' })
  const { line, user, input } = await open(own, { capabilities: [] })
  await user.type(input, 'hy')
  await screen.findByText('Type 3 characters to search all devices.')
  await user.type(input, 'g')
  await option(/hygrometer/)
  await user.clear(input)
  await user.type(input, '77')
  await option(/hygrometer/)
  const asked = line.calls.filter(({ path }) => path.endsWith('/devices')).map(({ query }) => query)
  expect(asked).toMatchObject([{ name: 'hyg' }, { serial_number: '77' }])
  expect(line.calls.some(({ path }) => path.endsWith('/search'))).toBe(false)
})

test('recent records are stored only for the account', async () => {
  const tag = await aTag(server, space)
  expect(tag.id).toBeDefined()
  const { user, input } = await open()
  await user.type(input, 'messages')
  await option('Messages')
  await user.keyboard('{Enter}')
  expect(readRecent(space.owner.id).map(({ title }) => title)).toEqual(['Messages'])
  expect(readRecent('somebody-else')).toEqual([])
})
