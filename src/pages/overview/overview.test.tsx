import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { CAPABILITIES } from '#contract'
import { HOUR } from '#contract/common/durations'
import { OVERVIEW_CAPABILITY } from '#contract/overview'
import { anAlert, anAlertRule } from '../../../tests/support/alerts'
import { heading, openConsole, says, shownPath } from '../../../tests/support/app'
import {
  aConnector,
  aDevice,
  aMember,
  aSpace,
  messagesOf,
  type TestSpace,
} from '../../../tests/support/builders'
import { aDelivery } from '../../../tests/support/deliveries'
import { firmwareOf } from '../../../tests/support/firmware'
import { countHours } from '../../../tests/support/hours'
import { setLastUplink } from '../../../tests/support/moments'
import { serve } from '../../../tests/support/serve'
import { setPreferences } from '../../preferences'

const server = await serve()
const user = userEvent.setup({ delay: null })
let space: TestSpace

beforeEach(async () => {
  setPreferences({ preferredLanguage: 'en' })
  space = await aSpace(server)
})

const address = () => `/space/${space.id}/overview`
const open = (query = '', person = space.owner) => openConsole(server, address() + query, { person })

async function aSilentDevice(name = 'pump-1') {
  const device = await aDevice(server, space, { name })
  await setLastUplink(server, device, 185)
  return device
}

const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('the overview is the first page of a space in the menu, and a server without it has none', async () => {
  const { close } = open()
  await heading('Overview')
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }))
  const names = menu.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names.slice(0, 3)).toEqual(['Spaces', 'Overview', 'Space info'])
  close()
  const capabilities = CAPABILITIES.filter((capability) => capability !== OVERVIEW_CAPABILITY)
  openConsole(server, address(), { person: space.owner, config: { capabilities } })
  await heading('Not found')
  expect(screen.queryByRole('link', { name: 'Overview' })).toBeNull()
})

test('a space without devices says so, and one without problems says that', async () => {
  const { close } = open()
  await says('No devices yet.')
  close()
  await setLastUplink(server, await aDevice(server, space), 1)
  open()
  await says('All systems normal')
  await says('No failing deliveries.')
  expect(await says('No running firmware updates.')).toHaveLength(1)
})

test('the number of devices in a state links to the list of these devices', async () => {
  await aSilentDevice('pump-1')
  await aSilentDevice('pump-2')
  await setLastUplink(server, await aDevice(server, space, { name: 'fine-1' }), 1)
  open()
  await user.click(await screen.findByRole('link', { name: 'Silent: 2' }))
  await heading('Devices')
  expect(await screen.findByRole('link', { name: 'pump-1' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'pump-2' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'fine-1' })).toBeNull()
})

test('each line has its kind, start and reason, and links to its subject', async () => {
  const device = await aSilentDevice()
  const connector = await aConnector(server, space, { name: 'ledger' })
  const failed = { success: false, status: 503, errorCode: 'answer_status', errorDetail: '503' } as const
  const at = new Date(Date.now() - 2 * HOUR)
  await aDelivery(server, { space, connector, device }, { at, state: 'failed', tries: [failed] })
  const firmware = firmwareOf(server, space)
  const other = await aDevice(server, space, { name: 'gauge-1' })
  await firmware.report(other, await firmware.schedule(other), { state: 'failed', reason: 'no room' })
  open()
  const attention = await section('Needs attention')
  const lines = () => attention.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(await attention.findByText('3')).toBeDefined()
  expect(lines()).toEqual([
    expect.stringMatching(
      /^ledgerDeliveries failing for 2 hours, .*503.*, 1 not delivered in 24 hoursSnooze$/,
    ),
    'gauge-1Firmware sense-2 failed, no roomSnooze',
    'pump-1Silent for 3 hours, usually every 30 minutesSnooze',
  ])
  const deliveries = await section('Failing deliveries')
  expect(deliveries.getByRole('listitem').textContent).toBe('ledger1 not delivered in 24 hours')
  setPreferences({ preferredLanguage: 'cs' })
  await waitFor(() => expect(lines()[2]).toBe('pump-1Mlčí 3 hodiny, obvykle každých 30 minutOdložit'))
  await user.click(attention.getByRole('link', { name: 'pump-1' }))
  expect(shownPath()).toBe(`/space/${space.id}/devices/${device.id}`)
})

test('open alerts of a rule are one line, which says how many are acknowledged, and links to them', async () => {
  const rule = await anAlertRule(server, space)
  const first = await anAlert(server, rule, (await aDevice(server, space)).id, 26 * HOUR)
  const attention = async (words: string) =>
    within((await (await section('Needs attention')).findByText(words)).closest('li') ?? document.body)
  const { close } = open()
  expect((await attention('1 device for 1 day 2 hours')).getByRole('link').getAttribute('href')).toBe(
    `/space/${space.id}/alerts/${first}`,
  )
  close()
  await anAlert(server, rule, (await aDevice(server, space)).id, HOUR)
  const path = `/spaces/${space.id}/alerts/${first}/acknowledge`
  await server.call('POST', path, { token: space.owner.token, body: {} })
  open()
  const line = await attention('2 devices, the first for 1 day 2 hours')
  expect(line.getByText(/, 2 alerts, /).textContent).toBe(
    `, 2 alerts, 1 of 2 assigned to ${space.owner.email}`,
  )
  const filter = new URLSearchParams({ filter: JSON.stringify({ rule_id: [rule.id] }) })
  expect(line.getByRole('link').getAttribute('href')).toBe(`/space/${space.id}/alerts?${filter}`)
  await user.click(line.getByRole('link'))
  await heading('Alerts')
  expect(await screen.findAllByText(/^(1 day 2 hours|1 hour)$/)).toHaveLength(2)
})

test('undelivered messages are a line, and a number beside their connector, both with a link', async () => {
  const device = await aDevice(server, space)
  const connector = await aConnector(server, space, { name: 'ledger' })
  const at = new Date(Date.now() - HOUR)
  const failed = { success: false, status: 422, createdAt: at }
  for (const _ of [1, 2])
    await aDelivery(server, { space, connector, device }, { at, state: 'failed', tries: [failed] })
  await aDelivery(server, { space, connector, device })
  open()
  const attention = await section('Needs attention')
  const line = await attention.findByText('Not delivered in 24 hours: 2')
  expect(line.closest('li')?.textContent).toContain('ledger')
  const number = (await section('Failing deliveries')).getByRole('link', {
    name: 'ledger, 2 not delivered in 24 hours',
  })
  const filter = JSON.stringify({ state: ['failed'], attempted_at: { relative: '24h' } })
  const to = `/space/${space.id}/connectors/${connector.id}/deliveries?${new URLSearchParams({ filter })}`
  for (const link of [attention.getByRole('link', { name: 'ledger' }), number])
    expect(link.getAttribute('href')).toBe(to)
})

test('a line can be snoozed until a time, shows by whom, and can be restored', async () => {
  await aSilentDevice()
  const { line } = open()
  const attention = await section('Needs attention')
  const snoozeButton = () =>
    attention.getByRole<HTMLButtonElement>('button', { name: 'Snooze: pump-1, Silent for 3 hours' })
  // Wait until the permissions are known.
  await waitFor(() => expect(snoozeButton().disabled).toBe(false))
  await user.click(snoozeButton())
  await user.click(await screen.findByRole('menuitem', { name: 'Until tomorrow 8:00' }))
  await says('All systems normal')
  await says(/Snoozed until /)
  const others = attention.getByRole('button', { name: 'Snoozed (1)' })
  await waitFor(() => expect(document.activeElement).toBe(others))
  const [{ body } = { body: null }] = line.sent
  expect(body).toMatchObject({ kind: 'silent', until: expect.stringMatching(/:00:00\.000Z$/) })
  await user.click(others)
  await waitFor(() => expect(attention.getByText(/Until .*, by /).textContent).toContain(space.owner.email))
  await user.click(attention.getByRole('button', { name: 'End snooze: pump-1, Silent for 3 hours' }))
  expect(await attention.findByRole('button', { name: /^Snooze: pump-1/ })).toBeDefined()
  expect(screen.queryByText('All systems normal')).toBeNull()
})

test('a person who can only read sees everything, and cannot snooze', async () => {
  await aSilentDevice()
  open('', await aMember(server, space, 'user'))
  const attention = await section('Needs attention')
  const button = await attention.findByRole('button', { name: /^Snooze/ })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
})

test('messages per hour are shown by type, for a day or a week, also as a table', async () => {
  const device = await aDevice(server, space)
  await messagesOf(server, device, [1, 2, 3])
  await messagesOf(server, device, [{ up: {} }], 'session')
  await countHours(server)
  open()
  const hours = await section('Messages per hour')
  expect(await hours.findByText('4 in total, at most 4 per hour')).toBeDefined()
  await user.click(hours.getByText('As a table'))
  const rowsOf = () => hours.getAllByRole('row', { hidden: true })
  expect(rowsOf()).toHaveLength(25)
  expect(rowsOf()[0]?.textContent).toBe('HourAllDataSession')
  expect(rowsOf()[1]?.textContent).toMatch(/431$/)
  await user.click(hours.getByRole('button', { name: '7 days' }))
  await waitFor(() => expect(rowsOf()).toHaveLength(169))
})

test('a wall screen has no menu, and Escape leads back', async () => {
  await aSilentDevice()
  open('?kiosk')
  const wall = within(await screen.findByRole('dialog', { name: space.name }))
  expect(await wall.findByText(/Silent for 3 hours/)).toBeDefined()
  expect(wall.queryByRole('button', { name: /^Snooze/ })).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
  await user.keyboard('{Escape}')
  await heading('Overview')
  expect(shownPath()).toBe(address())
})

test('old numbers are marked when the server does not answer, and refresh later', async () => {
  await aSilentDevice()
  let isAway = false
  openConsole(server, address(), {
    person: space.owner,
    interrupt: ({ path }) =>
      isAway && path.endsWith('/overview') ? new Response('broken', { status: 500 }) : undefined,
  })
  const hours = await section('Messages per hour')
  isAway = true
  await user.click(await hours.findByRole('button', { name: '7 days' }))
  await says('broken')
  isAway = false
  await user.click(await screen.findByRole('button', { name: 'Try now' }))
  expect(await says(/Silent for 3 hours/)).toHaveLength(1)
})
