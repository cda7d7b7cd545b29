import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY } from '#contract/common/durations'
import { heading, openConsole, says, shownPath } from '../../../../tests/support/app'
import {
  aDevice,
  aMember,
  aMessage,
  aSpace,
  aTag,
  messagesOf,
  type TestSpace,
} from '../../../../tests/support/builders'
import { type Call, refusal } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'

const server = await serve()
const user = userEvent.setup({ delay: null })
let space: TestSpace
let device: Awaited<ReturnType<typeof aDevice>>

beforeEach(async () => {
  space = await aSpace(server)
  device = await aDevice(server, space, { name: 'pump-1' })
})

const bodies = (count: number) => Array.from({ length: count }, (_, sequence) => ({ message: { sequence } }))
const open = (query = '', person = space.owner) =>
  openConsole(server, `/space/${space.id}/messages${query}`, { person })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const counted = says
const rows = () => screen.queryAllByRole('checkbox', { name: /^Select data / })

/** Chooses one value of a filter. */
async function filter(by: string, value: string) {
  await press(`Filter: ${by}`)
  await user.click(await screen.findByRole('checkbox', { name: value }))
  await user.keyboard('{Escape}')
}

test('pages follow each other by cursor, and the count is read once', async () => {
  const ids = await messagesOf(server, device, bodies(25))
  const { line, close } = open()
  const ofMessages = ({ path }: Call) => /\/messages(\/count)?$/.test(path)
  const counts = () => line.calls.filter(({ path }) => path.endsWith('/messages/count'))
  await counted('1–10 of 25')
  await counted('Created: Last 10 days')
  const first = line.calls.find(ofMessages)
  expect(first?.query?.after).toMatch(/T00:00:00\.000Z$/)
  expect(first?.query?.before).toBeUndefined()

  await press('Next page')
  await counted('11–20 of 25')
  await press('Next page')
  await counted('21–25 of 25')
  expect(rows()).toHaveLength(5)
  expect(counts()).toHaveLength(1)
  // The newest message was sent last, so page 3 begins after the sixth.
  expect(line.calls.findLast(ofMessages)?.query?.offset).toBe(ids[5])
  await press('Previous page')
  await waitFor(() => expect(shownPath()).toContain('page=2'))
  close()

  const again = openConsole(server, shownPath())
  await counted('11–20 of 25')
  expect(again.line.calls.filter(({ path }) => path.endsWith('/messages/count'))).toHaveLength(1)
})

test('a list that is empty because of its default range offers all of the time', async () => {
  const at = new Date(Date.now() - 30 * DAY)
  const other = await aDevice(server, space)
  await aMessage(server, other, { at })
  open(`?deviceId=${other.id}`)
  await says('No messages in this range. New ones appear as soon as a device sends them.')
  await press('Search all time')
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('a row has the time of measurement when that differs from the time of arrival', async () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 8, minutes))
  const range = { start: '2026-05-01T00:00:00.000Z', end: '2026-05-02T00:00:00.000Z' }
  await aMessage(server, device, { at: at(30), measuredAt: at(0) })
  await aMessage(server, device, { at: at(31), measuredAt: at(31) })
  open(`?filter=${encodeURIComponent(JSON.stringify({ created_at: range }))}`)
  await says('measured 1 May 2026, 08:00:00')
  expect(screen.queryAllByText(/^measured /)).toHaveLength(1)
})

test('a long list is counted to its end on request', { tags: 'heavy' }, async () => {
  await server.db.$client.query(
    `insert into message (space_id, device_id, created_at, id, type, direction)
      select $1, $2, to_timestamp(ms / 1000.0), (lpad(to_hex(ms), 12, '0') || '-7000-8000-000000000000')::uuid, 'data', 'up'
      from generate_series($3::bigint - 60001, $3) as ms`,
    [space.id, device.id, Date.now()],
  )
  const { line } = open()
  await counted('1–10 of 60,000+')
  await user.type(screen.getByRole('textbox', { name: 'Page' }), '{Control>}a{/Control}7000{Enter}')
  await counted('59,991–60,000 of 60,000+')
  line.interrupt = ({ path }) => (path.endsWith('/count') ? refusal(503, 'the server is busy') : undefined)
  await press('Count all')
  await screen.findByText('the server is busy', { exact: false })
  line.interrupt = () => undefined
  await press('Count all')
  await counted('59,991–60,000 of 60,002')
  await press('Next page')
  await counted('60,001–60,002 of 60,002')
  expect(screen.queryByRole('button', { name: 'Count all' })).toBeNull()
})

test('a device has its own list, whose title, links and filter survive other filters and pages', {
  tags: 'heavy',
}, async () => {
  await messagesOf(server, device, bodies(12))
  await messagesOf(server, await aDevice(server, space, { name: 'other' }), bodies(3))
  open(`?deviceId=${device.id}`)
  await heading('From device pump-1')
  await counted('1–10 of 12')
  expect(screen.getByRole('link', { name: 'Console' }).getAttribute('href')).toBe(
    `/space/${space.id}/devices/${device.id}/console`,
  )
  expect(screen.getByRole('link', { name: 'Create message' })).toBeTruthy()

  await filter('Direction', 'Uplink')
  await says('Direction: Uplink')
  await press('Next page')
  await counted('11–12 of 12')
  await heading('From device pump-1')

  await filter('Type', 'Shell')
  await says('No data available')
  const [clear] = screen.getAllByRole('button', { name: 'Clear all filters' })
  await user.click(clear ?? document.body)
  await counted('1–10 of 12')
  await user.click(screen.getByRole('link', { name: 'Device' }))
  await heading('pump-1')
})

test('a tag has its own list, and a person who can only read sees why nothing can be sent', async () => {
  const tag = await aTag(server, space, 'cellar')
  const tagged = await aDevice(server, space, { name: 'tagged', tags: [tag] })
  await messagesOf(server, tagged, bodies(2))
  await messagesOf(server, device, bodies(3))
  const viewer = await aMember(server, space, 'user')
  const { close } = open(`?tagId=${tag.id}`, viewer)
  await heading('From tag cellar')
  await waitFor(() => expect(rows()).toHaveLength(2))
  const [link] = screen.getAllByRole('link', { name: `tagged ${tagged.serial_number}` })
  await user.click(link ?? document.body)
  await heading('tagged')
  close()

  open(`?deviceId=${tagged.id}`, viewer)
  const create = await screen.findByRole('button', { name: 'Create message' })
  expect(create.getAttribute('aria-disabled')).toBe('true')
})

test('when the device is deleted, the list says so, and its rows disappear', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await messagesOf(server, device, bodies(2))
  open(`?deviceId=${device.id}`)
  await waitFor(() => expect(rows()).toHaveLength(2))
  const deleted = await server.call('DELETE', `/spaces/${space.id}/devices/${device.id}`, {
    token: space.owner.token,
  })
  expect(deleted.status).toBe(204)
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await heading('This device is not in this space')
  expect(rows()).toEqual([])
})

test('a device or a tag of another space is reported as missing', async () => {
  await messagesOf(server, device, bodies(1))
  const elsewhere = await aDevice(server, await aSpace(server, space.owner))
  for (const [query, sentence] of [
    [`?deviceId=${elsewhere.id}`, 'This device is not in this space'],
    [`?tagId=${elsewhere.id}`, 'This tag is not in this space'],
  ] as const) {
    const { close } = open(query)
    await heading(sentence)
    expect(screen.queryByRole('alert')).toBeNull()
    close()
  }
  open(`?tagId=${elsewhere.id}`)
  await user.click(await screen.findByRole('link', { name: 'Show all messages' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('an error in a body is marked, and a row shows its values and expands to its body', async () => {
  await messagesOf(server, device, [{ temperature: 21.5 }, { error: 'no signal' }])
  open()
  await waitFor(() => expect(rows()).toHaveLength(2))
  const [, wrong, right] = screen.getAllByRole('row')
  const marked = { name: 'The body has an error' }
  expect(within(wrong ?? document.body).getByRole('img', marked)).toBeTruthy()
  expect(wrong?.textContent).toContain('error no signal')
  expect(within(right ?? document.body).queryByRole('img', marked)).toBeNull()
  expect(right?.textContent).toContain('temperature 21.5')
  await user.click(within(right ?? document.body).getByRole('button', { name: /^Details of data / }))
  await says('"temperature": 21.5')
})

test('a message is compared with the previous one of its type; the first one has none', async () => {
  const ids = await messagesOf(server, device, [{ temperature: 21.5 }, { temperature: 22 }])
  open(`?deviceId=${device.id}`)
  await waitFor(() => expect(rows()).toHaveLength(2))
  const label = 'Compare with the previous message of this type from this device'
  const [newest, oldest] = screen.getAllByRole('button', { name: label })
  await user.click(oldest ?? document.body)
  await says('This is the first message of its type and direction from this device.')
  await user.click(newest ?? document.body)
  await waitFor(() => expect(shownPath()).toContain(`compare?a=${ids[0]}&b=${ids[1]}`))
  await says('1 difference')
})

describe('the live list', () => {
  const scrollTo = (top: number) => {
    const table = screen.getByRole('group', { name: 'Messages' })
    table.scrollTop = top
    fireEvent.scroll(table)
  }

  test('pauses after scrolling down, and resumes at the top, unless a row is open', async () => {
    await messagesOf(server, device, bodies(2))
    open('?live=true')
    await says('The newest 2 messages')
    scrollTo(40)
    await messagesOf(server, device, bodies(1))
    await screen.findByRole('button', { name: '1 new message' })
    scrollTo(0)
    await says('The newest 3 messages')
    expect(screen.queryByRole('button', { name: '1 new message' })).toBeNull()

    const [details] = screen.getAllByRole('button', { name: /^Details of data / })
    await user.click(details ?? document.body)
    scrollTo(40)
    scrollTo(0)
    expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy()
    await user.click(details ?? document.body)
    scrollTo(0)
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
  })

  test('counts only messages as new that are newer than its first ones', async () => {
    await messagesOf(server, device, bodies(103))
    open('?live=true')
    await says('The newest 100 messages')
    await messagesOf(server, device, bodies(1))
    await says('The newest 101 messages')
    expect(rows().length).toBeLessThanOrEqual(101)
  })

  test('pauses while a row is open, which stays open when it resumes', async () => {
    const [, second] = await messagesOf(server, device, bodies(2))
    open('?live=true')
    await says('The newest 2 messages')
    const row = () => document.querySelector<HTMLElement>(`[data-row="${second}"]`) ?? document.body
    await user.click(within(row()).getByRole('button', { name: /^Details of data / }))
    await waitFor(() => expect(row().textContent).toContain('"sequence": 1'))
    await messagesOf(server, device, bodies(1))
    await press('1 new message')
    await says('The newest 3 messages')
    expect(row().textContent).toContain('"sequence": 1')
  })
})
