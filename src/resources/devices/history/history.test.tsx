import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { aDevice } from '../../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../../tests/support/console'
import { findValues } from '../../../../tests/support/series'
import { serveSpace } from '../../../../tests/support/serve'
import { anUplink } from '../../../../tests/support/uplink'
import { devices } from '..'
import DevicePage from '../DevicePage'
import { linesOf, rowsOf, withGaps } from './lines'

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

/** The numbers of the chart, as its table tells them. */
const tableRows = () =>
  within(screen.getByRole('table', { hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) =>
      within(row)
        .queryAllByRole('cell', { hidden: true })
        .map(({ textContent }) => textContent),
    )

describe('the history of a device', () => {
  test('shows the first values at once, and others that are chosen; the address keeps them', async () => {
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

  test('says that a device has sent no numbers', async () => {
    const { id } = await aDeviceThatSent({ text: 'hello' })
    await show(id)
    expect(await screen.findByText(/has not sent any numbers yet/)).toBeTruthy()
  })

  test('goes to earlier times and back by buttons, and the address says which', async () => {
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

  test('an address that names no values and no time shows what is there', async () => {
    const { id } = await aDeviceThatSent({ level: 1 })
    await show(id, '&series=nothing&range=9-1')
    expect(await screen.findByText('Choose values to see how they went.')).toBeTruthy()
    expect(await box(/^level/)).toHaveProperty('checked', false)
    expect(screen.getByRole('button', { name: '24 hours', pressed: true })).toBeTruthy()
  })
})

const series = (path: string) => ({ path, label: path, unit: null, is_boolean: false })

test('a pause much longer than usual is a gap in the line', () => {
  expect(withGaps([1, 2, 3, 50, 51].map((time) => [time, time]))).toEqual([
    [1, 2, 3, 26.5, 50, 51],
    [1, 2, 3, null, 50, 51],
  ])
  expect(withGaps([])).toEqual([[], []])
})

test('the table has a row for each time, the newest first', () => {
  const found = [
    {
      device_id: '',
      path: 'a',
      points: [
        [1, 10],
        [2, 20],
      ] as [number, number][],
      is_thinned: false,
    },
    { device_id: '', path: 'b', points: [[2, 5]] as [number, number][], is_thinned: false },
  ]
  expect(rowsOf(linesOf([series('a'), series('b')], found))).toEqual([
    { time: 2, values: [20, 5] },
    { time: 1, values: [10, undefined] },
  ])
})
