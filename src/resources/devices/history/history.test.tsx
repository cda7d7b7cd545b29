import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY, HOUR, WEEK } from '#contract/common/durations'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { aDevice, aMessage, aTag } from '../../../../tests/support/builders'
import { stubCanvas } from '../../../../tests/support/canvas'
import { address, connect, refusal, showInSpace } from '../../../../tests/support/console'
import { findValues } from '../../../../tests/support/series'
import { serveSpace } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { startOfMonth } from '../../../clock/months'
import { currentZone } from '../../../clock/zone'
import { devices } from '..'
import DevicePage from '../DevicePage'

stubCanvas()
const { server, space } = await serveSpace()
let line: ReturnType<typeof connect>
beforeEach(() => {
  line = connect(server, space.owner)
})

const show = (id: string, query = '') =>
  showInSpace(<DevicePage />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices/:id',
    at: `/devices/${id}?tab=history${query}`,
    capabilities: [SERIES_CAPABILITY],
  })

async function aDeviceThatSent(...bodies: unknown[]) {
  const device = await aDevice(server, space)
  for (const body of bodies) await anUplink(server, device, { body })
  await findValues(server)
  return device
}

const box = (name: RegExp) => screen.findByRole('checkbox', { name })

const asked = () => new URL(address() ?? '', 'http://console').searchParams

/** Numbers of the chart in its table. */
const tableRows = () =>
  within(screen.getByRole('table', { hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) =>
      within(row)
        .queryAllByRole('cell', { hidden: true })
        .map(({ textContent }) => textContent),
    )

/** Text of the legend, without the time at its end. */
const legend = () =>
  within(screen.getByRole('list', { name: 'Lines' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.trim())

const tableHeads = () =>
  within(screen.getByRole('table', { hidden: true }))
    .getAllByRole('columnheader', { hidden: true })
    .map(({ textContent }) => textContent)

describe('the history of a device', () => {
  test('shows the first values at once, and chosen ones; the address keeps them', async () => {
    const user = userEvent.setup({ delay: null })
    const { id } = await aDeviceThatSent({
      level: 4.5,
      thermometer: { temperature: 21 },
      wave: 3,
      message: { sequence: 7 },
    })
    await show(id)
    expect(await box(/^level/)).toHaveProperty('checked', true)
    expect(await box(/^sequence/)).toHaveProperty('checked', false)
    await user.click(await box(/^sequence/))
    await waitFor(() =>
      expect(asked().getAll('series')).toEqual(['level', 'thermometer.temperature', 'message.sequence']),
    )
    await waitFor(() => expect(tableRows().at(-1)).toEqual(['4.5', '21\u00a0°C', '7']))
  })

  test('keeps values, a range and a comparison that are chosen in the same tick', async () => {
    const { id } = await aDeviceThatSent({ a: 1, b: 2, c: 3, d: 4 })
    await show(id)
    const controls = [
      await box(/^c/),
      await box(/^d/),
      screen.getByRole('button', { name: '7 days' }),
      screen.getByRole('button', { name: 'a day before' }),
    ]
    await act(async () => {
      for (const control of controls) control.click()
    })
    expect(asked().getAll('series')).toEqual(['a', 'b', 'c', 'd'])
    expect([asked().get('range'), asked().get('with')]).toEqual(['7d', 'day'])

    const zoomIn = screen.getByRole('button', { name: 'Zoom in' })
    await act(async () => {
      for (let times = 0; times < 3; times += 1) zoomIn.click()
    })
    const [after, before] = (asked().get('range') ?? '').split('-').map(Number)
    expect(Math.round(((before ?? 0) - (after ?? 0)) / HOUR)).toBe((7 * 24) / 8)
    act(() => screen.getByRole('button', { name: 'Back' }).click())
    await waitFor(() => expect(asked().get('range')).toBe('7d'))
  })

  test('says when a device has sent no numbers', async () => {
    const { id } = await aDeviceThatSent({ text: 'hello' })
    await show(id)
    expect(await screen.findByText(/has not sent any numbers yet/)).toBeTruthy()
  })

  test('goes to earlier times and back by buttons, and the address has the range', async () => {
    const user = userEvent.setup({ delay: null })
    const { id } = await aDeviceThatSent({ level: 1 })
    await show(id)
    await user.click(await screen.findByRole('button', { name: '7 days' }))
    await waitFor(() => expect(asked().get('range')).toBe('7d'))
    await user.click(screen.getByRole('button', { name: 'Earlier' }))
    await waitFor(() => expect(asked().get('range')).toMatch(/^\d+-\d+$/))
    expect(await screen.findByText(/^Between /)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Later' }))
    const [after, before] = (asked().get('range') ?? '').split('-').map(Number)
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    await waitFor(() => {
      const [start, end] = (asked().get('range') ?? '').split('-').map(Number)
      expect((end ?? 0) - (start ?? 0)).toBe(((before ?? 0) - (after ?? 0)) / 2)
    })
    await user.click(screen.getByRole('button', { name: '24 hours' }))
    await waitFor(() => expect(asked().get('range')).toBeNull())
  })

  test('draws the same values of devices that share a tag, with their names, and a link shows the same', async () => {
    const user = userEvent.setup({ delay: null })
    const tag = await aTag(server, space)
    const [own, other, without] = await Promise.all(
      ['one', 'two', 'none'].map((name) =>
        aDevice(server, space, { name: `tank-${name}`, tags: [{ id: tag.id }] }),
      ),
    )
    if (!own || !other || !without) throw new Error('a device is missing')
    await anUplink(server, own, { body: { level: 1 } })
    await anUplink(server, other, { body: { level: 2 } })
    await anUplink(server, without, { body: { other: 3 } })
    await findValues(server)
    const { unmount } = await show(own.id, '&series=level')
    await user.click(await screen.findByRole('button', { name: `all of ${tag.name}` }))
    await waitFor(() => expect(legend()).toEqual(['level · tank-one 1', 'level · tank-two 2']))
    expect(tableHeads()).toEqual(['Time', 'level · tank-one', 'level · tank-two'])
    const link = asked()
    unmount()
    await show(own.id, `&${link}`)
    await waitFor(() => expect(legend()).toEqual(['level · tank-one 1', 'level · tank-two 2']))
  })

  test('draws chosen devices beside it, and a week before, without deleted devices', async () => {
    const user = userEvent.setup({ delay: null })
    const other = await aDeviceThatSent({ level: 2 })
    const gone = await aDeviceThatSent({ level: 3 })
    await server.call('DELETE', `/spaces/${space.id}/devices/${gone.id}`, { token: space.owner.token })
    const own = await aDeviceThatSent({ level: 1 })
    await show(own.id, `&with=devices,${other.id},${gone.id}`)
    await waitFor(() => expect(legend()).toEqual([`level · ${own.name} 1`, `level · ${other.name} 2`]))
    const week = WEEK
    await aMessage(server, own, { at: new Date(Date.now() - week), body: '{"level":7}' })
    await server.db.$client.query('update device_contact set history_from = $2 where device_id = $1', [
      own.id,
      new Date(Date.now() - 2 * week),
    ])
    await findValues(server)
    await user.click(screen.getByRole('button', { name: 'a week before' }))
    await waitFor(() => expect(asked().get('with')).toBe('week'))
    await waitFor(() => expect(legend()).toEqual(['level 1', 'level · a week before 7']))
  })

  test('compares last month with the whole month before, with the means of both', async () => {
    const user = userEvent.setup({ delay: null })
    const own = await aDevice(server, space)
    const now = Date.now()
    const zone = currentZone()
    const start = (months: number) => startOfMonth(now, months, zone)
    const list = [
      { ts: start(0) - HOUR, v: 7 },
      { ts: start(1) + HOUR, v: 2 },
      { ts: start(1) - HOUR, v: 20 },
      { ts: start(2) + HOUR, v: 10 },
      { ts: start(2) - HOUR, v: 99 },
    ]
    await anUplink(server, own, { body: { list } })
    await findValues(server)
    await show(own.id)
    await user.click(await screen.findByRole('button', { name: 'Last month' }))
    await user.click(screen.getByRole('button', { name: 'a month before' }))
    await waitFor(() =>
      expect(legend()).toEqual([
        'v 7 lowest 2, mean 4.5, highest 7',
        'v · a month before 20 lowest 10, mean 15, highest 20',
      ]),
    )
    expect([asked().get('range'), asked().get('with')]).toEqual(['last-month', 'month'])
    await user.click(screen.getByRole('button', { name: 'Earlier' }))
    await waitFor(() => expect(asked().get('range')).toBe(`${start(2)}-${start(1) - 1}`))
  })

  test('sorts its table by each value, up and down', async () => {
    const user = userEvent.setup({ delay: null })
    const own = await aDevice(server, space)
    const list = [3, 1, 2].map((v, hours) => ({ ts: Date.now() - (hours + 1) * HOUR, v }))
    await anUplink(server, own, { body: { list } })
    await findValues(server)
    await show(own.id)
    const values = () => tableRows().flatMap((row) => row.slice(-1))
    await waitFor(() => expect(values()).toEqual(['3', '1', '2']))
    await user.click(screen.getByText('Values as a table'))
    await user.click(screen.getByRole('button', { name: 'v' }))
    expect(values()).toEqual(['3', '2', '1'])
    await user.click(screen.getByRole('button', { name: 'v' }))
    expect(values()).toEqual(['1', '2', '3'])
    expect(screen.getByRole('columnheader', { name: 'v' }).getAttribute('aria-sort')).toBe('ascending')
  })

  test('moves by cursor keys from value to value, and opens the message of one on Enter', async () => {
    const user = userEvent.setup({ delay: null })
    const device = await aDevice(server, space)
    const first = await anUplink(server, device, { body: { level: 1 } })
    await anUplink(server, device, { body: { level: 2 } })
    await findValues(server)
    await show(device.id)
    const chart = await screen.findByRole('application', { name: /^Values of / })
    chart.focus()
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByText(/^level: 2, /)).toBeTruthy()
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByText(/^level: 1, /)).toBeTruthy()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/space/${space.id}/messages/${first.id}`))
  })

  test('leads from a value without a message to the messages of its time', async () => {
    const user = userEvent.setup({ delay: null })
    const device = await aDeviceThatSent({ level: 1 })
    await server.db.$client.query('delete from message where space_id = $1 and device_id = $2', [
      space.id,
      device.id,
    ])
    await show(device.id)
    const chart = await screen.findByRole('application', { name: /^Values of / })
    chart.focus()
    await user.keyboard('{End}')
    await user.click(await screen.findByRole('button', { name: 'Open the message' }))
    await waitFor(() => expect(address()).toContain(`/space/${space.id}/messages?`))
    expect(asked().get('deviceId')).toBe(device.id)
    expect(await screen.findByText(/was not found/)).toBeTruthy()
  })

  test('shows events of the device on the time axis and in the table', async () => {
    const { id, token, ...device } = await aDevice(server, space)
    await anUplink(server, { ...device, token }, { type: 'session', body: { up: { boots: 1 } } })
    await anUplink(server, { ...device, token }, { body: { level: 1 } })
    await findValues(server)
    await show(id)
    expect(await screen.findByRole('button', { name: /: Started$/ })).toBeTruthy()
    expect(within(screen.getByRole('table', { hidden: true })).getByText('Started')).toBeTruthy()
  })

  test('of a silent device opens at its last values with a notice, and an empty day leads there', async () => {
    const user = userEvent.setup({ delay: null })
    const device = await aDevice(server, space)
    const at = new Date(Date.now() - 6 * DAY).toISOString()
    await anUplink(server, device, { body: { level: 4.5 }, at })
    await findValues(server)
    await show(device.id)
    expect(
      await screen.findByText(/^No values in the last 24 hours\. Showing the last ones, between/),
    ).toBeTruthy()
    await waitFor(() => expect(tableRows().at(-1)).toEqual(['4.5']))
    expect(asked().get('range')).toBeNull()

    await user.click(screen.getByRole('button', { name: '24 hours' }))
    expect(await screen.findByText('No data in this range')).toBeTruthy()
    expect(asked().get('range')).toBe('24h')
    await user.click(screen.getByRole('button', { name: 'Go to the last ones' }))
    await waitFor(() => expect(tableRows().at(-1)).toEqual(['4.5']))
  })

  test('leads back after zooming, and goes to a typed range', async () => {
    const user = userEvent.setup({ delay: null })
    const { id } = await aDeviceThatSent({ level: 1 })
    await show(id, '&range=7d')
    await user.click(await screen.findByRole('button', { name: 'Zoom in' }))
    await waitFor(() => expect(asked().get('range')).toMatch(/^\d+-\d+$/))
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(asked().get('range')).toBe('7d'))
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Custom range' }))
    const start = await screen.findByRole('textbox', { name: 'Start' })
    for (const [field, text] of [
      [start, '2026-05-01T00:00:00.000Z'],
      [screen.getByRole('textbox', { name: 'End' }), '2026-05-02T00:00:00.000Z'],
    ] as const) {
      await user.clear(field)
      await user.paste(text)
    }
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    const times = [1, 2].map((day) => Date.UTC(2026, 4, day))
    await waitFor(() => expect(asked().get('range')).toBe(times.join('-')))
  })

  test('draws at most eight lines, and says how many there would be', async () => {
    const tag = await aTag(server, space)
    const body = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`v${i}`, i]))
    const devices = await Promise.all([1, 2].map(() => aDevice(server, space, { tags: [{ id: tag.id }] })))
    for (const device of devices) await anUplink(server, device, { body })
    await findValues(server)
    const chosen = Object.keys(body).map((path) => `&series=${path}`)
    await show(devices[0]?.id ?? '', `&with=tag:${tag.id}${chosen.join('')}`)
    expect(await screen.findByText(/8 of 10 lines are drawn/)).toBeTruthy()
    expect(legend()).toHaveLength(8)
  })

  test('keeps the chart when a refresh fails, and says so', async () => {
    const user = userEvent.setup({ delay: null })
    const { id } = await aDeviceThatSent({ level: 1 })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await show(id)
    await waitFor(() => expect(legend()).toEqual(['level 1']))
    line.interrupt = ({ path }) => (path.endsWith('/series/points') ? refusal(400, 'not now') : undefined)
    vi.advanceTimersByTime(60_000)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('not now')
    expect(legend()).toEqual(['level 1'])
    line.interrupt = () => undefined
    await user.click(within(alert).getByRole('button', { name: 'Try now' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('makes no calls on a hidden page', async () => {
    const { id } = await aDeviceThatSent({ level: 1 })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await show(id)
    await waitFor(() => expect(legend()).toEqual(['level 1']))
    const count = () => line.calls.filter(({ path }) => path.includes('/series')).length
    const before = count()
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    for (let minute = 0; minute < 5; minute++) act(() => void vi.advanceTimersByTime(60_000))
    expect(count()).toBe(before)
    hidden.mockRestore()
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    vi.advanceTimersByTime(60_000)
    await waitFor(() => expect(count()).toBeGreaterThan(before))
  })

  test('shows available values with an address without values and time', async () => {
    const { id } = await aDeviceThatSent({ level: 1 })
    await show(id, '&series=nothing&range=9-1')
    expect(await screen.findByText('Choose values to see their history.')).toBeTruthy()
    expect(await box(/^level/)).toHaveProperty('checked', false)
    expect(screen.getByRole('button', { name: '24 hours', pressed: true })).toBeTruthy()
  })
})
