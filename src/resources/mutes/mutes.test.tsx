import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ALERTS_CAPABILITY, MUTES_CAPABILITY, mutesApi } from '#contract/alerts'
import { DAY, HOUR } from '#contract/common/durations'
import { anAlertRule } from '../../../tests/support/alerts'
import { aMember, aSpace, type TestSpace } from '../../../tests/support/builders'
import { connect, showInSpace } from '../../../tests/support/console'
import { createMute } from '../../../tests/support/mutes'
import { serve } from '../../../tests/support/serve'
import { screenIs } from '../../../tests/support/table'
import { textOf } from '../../components/form/resolver'
import { mutes } from '.'
import MuteList from './MuteList'
import { changeOf, newMute } from './schemas'
import { endOf, stateOf } from './times'

const server = await serve()
const user = userEvent.setup({ delay: null })

let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  screenIs('wide')
  space = await aSpace(server)
  line = connect(server, space.owner)
})

const show = (search = '') =>
  showInSpace(<MuteList />, {
    client: line.client,
    space,
    resource: mutes,
    path: '/mutes',
    at: `/mutes${search}`,
    capabilities: [ALERTS_CAPABILITY, MUTES_CAPABILITY],
  })
const listed = async () => line.client.call(mutesApi.list.answer, 'GET', `/spaces/${space.id}/mutes`)

test('the list shows planned and running mutes, and a running one can be ended', async () => {
  const scope = { kind: 'all' } as const
  await createMute(server, space, { name: 'new pumps', scope })
  const starts_at = new Date(Date.now() + HOUR).toISOString()
  const ends_at = new Date(Date.now() + 2 * HOUR).toISOString()
  await createMute(server, space, { name: 'new gateway', scope, starts_at, ends_at })
  await show()
  expect(within(await screen.findByRole('row', { name: /new gateway/ })).getByText('Scheduled')).toBeTruthy()
  const row = within(screen.getByRole('row', { name: /new pumps/ }))
  expect(row.getByText('Active')).toBeTruthy()
  expect(row.getByText('All devices')).toBeTruthy()
  expect(row.getByText('All rules')).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'End the mute new pumps now' }))
  const ended = within(await screen.findByRole('row', { name: /new pumps/ }))
  expect(await ended.findByText('Ended')).toBeTruthy()
  // The button has disappeared, and the focus stays in its row.
  await waitFor(() => expect(ended.getAllByRole('link')).toContain(document.activeElement))
  // An ended mute is unchanged: another one mutes the same from now on.
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () =>
    expect((await listed()).filter(({ name }) => name === 'new pumps')).toHaveLength(2),
  )
})

test('a mute of all devices for an hour takes two clicks', async () => {
  await show('?create=true')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a mute' }))
  await user.click(await dialog.findByRole('button', { name: 'For 1 hour' }))
  await user.click(dialog.getByRole('button', { name: 'Create mute' }))
  await waitFor(async () => expect(await listed()).toHaveLength(1))
  const [made] = await listed()
  expect(made).toMatchObject({ name: 'Planned work', scope: { kind: 'all' }, rule_ids: [] })
  const lasts = Date.parse(made?.ends_at ?? '') - Date.parse(made?.starts_at ?? '')
  expect(Math.abs(lasts - HOUR)).toBeLessThan(60_000)
})

test('a mute from the page of a rule applies to that rule', async () => {
  const rule = await anAlertRule(server, space)
  await show(`?create=true&suggestion=rule:${rule.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a mute' }))
  await user.click(await dialog.findByRole('button', { name: 'For 1 week' }))
  await user.click(dialog.getByRole('button', { name: 'Create mute' }))
  await waitFor(async () =>
    expect(await listed()).toMatchObject([{ scope: { kind: 'all' }, rule_ids: [rule.id] }]),
  )
})

test('an invalid form leads to its errors: no devices, then no end', async () => {
  await show('?create=true')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a mute' }))
  await user.click(await dialog.findByRole('radio', { name: 'Selected devices' }))
  await user.click(dialog.getByRole('button', { name: 'For 1 hour' }))
  await user.click(dialog.getByRole('button', { name: 'Create mute' }))
  const devices = dialog.getByRole('combobox', { name: 'Add a device' })
  await waitFor(() => expect(document.activeElement).toBe(devices))
  await user.click(dialog.getByRole('radio', { name: 'Devices with a tag' }))
  await user.click(dialog.getByRole('button', { name: 'Create mute' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Tags' })))
})

test('a form without an end leads to the end', async () => {
  await show('?create=true')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a mute' }))
  const end = await dialog.findByRole('group', { name: /^Ends/ })
  await user.click(dialog.getByRole('button', { name: 'Create mute' }))
  expect(await dialog.findByText('Required')).toBeTruthy()
  await waitFor(() => expect(end.contains(document.activeElement)).toBe(true))
})

test('a person who can only read cannot end a mute', async () => {
  await createMute(server, space, { name: 'new pumps', scope: { kind: 'all' } })
  line = connect(server, await aMember(server, space, 'user'))
  await show()
  const button = await screen.findByRole('button', { name: 'End the mute new pumps now' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
})

test('tomorrow is in the time zone of the person, even after a clock change', () => {
  const from = Date.parse('2026-10-24T22:30:00Z')
  expect(new Date(endOf('tomorrow', from, 'Europe/Prague')).toISOString()).toBe('2026-10-26T07:00:00.000Z')
  expect(new Date(endOf('tomorrow', from, 'UTC')).toISOString()).toBe('2026-10-25T08:00:00.000Z')
  const times = { starts_at: '2026-10-24T22:30:00Z', ends_at: '2026-10-24T23:30:00Z' }
  expect([from - 1, from, from + HOUR].map((at) => stateOf(times, at))).toEqual([
    'planned',
    'running',
    'ended',
  ])
})

test('a mute that ends before its start or is too long is refused with a text of the console', () => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const check = (schema: typeof newMute, starts_at: string | null, ends_at: string) =>
    schema
      .safeParse({ name: 'work', scope: { kind: 'all' }, starts_at, ends_at })
      .error?.issues.map((issue) => textOf(issue).message)
  const [past, soon, later] = [at(-HOUR), at(HOUR), at(2 * HOUR)] as const
  expect(check(newMute, null, soon)).toBeUndefined()
  expect(check(newMute, soon, later)).toBeUndefined()
  for (const [starts, ends] of [
    [null, past],
    [past, past],
    [later, soon],
  ] as const)
    expect(check(newMute, starts, ends)).toEqual(['mutes.form.before'])
  expect(check(newMute, null, at(91 * DAY))).toEqual(['mutes.form.tooLong'])
  expect(check(newMute, at(367 * DAY), at(368 * DAY))).toEqual(['mutes.form.tooFar'])
  const running = changeOf({ starts_at: at(-89 * DAY), ends_at: soon, repeats: null })
  expect(check(running, at(-89 * DAY), past)).toBeUndefined()
  expect(check(running, later, soon)).toEqual(['mutes.form.before'])
  // It counts as started, even when its start is cleared.
  expect(check(running, null, at(2 * DAY))).toEqual(['mutes.form.tooLong'])
})
