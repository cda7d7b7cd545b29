import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Space } from '#contract/spaces'
import { says } from '../../tests/support/app'
import { serve } from '../../tests/support/serve'
import { backend, filterInAddress, newTable, press, showTable, type } from '../../tests/support/table'
import type { Column } from '../components/table'
import { TimeText } from '../components/value/TimeText'
import { msg as spacesMsg } from '../resources/spaces/texts'
import { setTimezone } from '.'

const columns: readonly Column<Space>[] = [
  { id: 'name', label: spacesMsg('spaces.fields.name'), primary: true, cell: ({ name }) => name },
  {
    id: 'created',
    label: spacesMsg('spaces.fields.created_at'),
    filter: { kind: 'dateRange', source: 'created_at', needsBoth: true, fallback: '10d' },
    cell: ({ created_at }) => <TimeText value={created_at} />,
  },
]

/** Shows a list with a row of this time, in a time zone. */
async function listIn(zone: string, created_at: string, filter?: object) {
  setTimezone(zone)
  onTestFinished(() => setTimezone(null))
  await backend.has([{ name: 'space-001', createdAt: new Date(created_at) }])
  const search = filter && `?filter=${encodeURIComponent(JSON.stringify({ created_at: filter }))}`
  await showTable(search, { columns })
}

const typed = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

/** Values of the sections of the time of day. */
const timeOfDay = () =>
  within(screen.getByRole('group', { name: /^Time of day/ }))
    .getAllByRole('spinbutton')
    .map(({ textContent }) => textContent)
    .join(':')

/** Description of a field. */
const hintOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

async function openPicker() {
  press('Filter: Created')
  await screen.findByRole('button', { name: 'Apply' })
}

const server = await serve()
beforeEach(() => newTable(server))

const range = { start: '2026-03-01T18:30:00.000Z', end: '2026-03-04T02:30:00.000Z' }

test('rows, chips and the picker show the same time, in a zone with half an hour', async () => {
  await listIn('Asia/Kolkata', '2026-03-02T20:15:05.678Z', range)
  expect(screen.getByText('3 Mar 2026, 01:45:05')).toBeTruthy()
  await says(/^Created: 2 Mar 2026, 00:00:00\s–\s4 Mar 2026, 08:00:00$/)

  await openPicker()
  expect(typed('Start').value).toBe(range.start)
  expect(hintOf(typed('Start'))).toBe('2 Mar 2026, 00:00:00 UTC+5:30')
  expect(hintOf(typed('End'))).toBe('4 Mar 2026, 08:00:00 UTC+5:30')
  expect(screen.getByText(/Asia\/Kolkata, UTC\+5:30/)).toBeTruthy()
  expect(timeOfDay()).toBe('00:00:00')
  expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('2')

  fireEvent.focus(typed('End'))
  expect(timeOfDay()).toBe('08:00:00')
  expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('4')
  fireEvent.click(screen.getByRole('gridcell', { name: '10' }))
  expect(typed('End').value).toBe('2026-03-10T02:30:00.000Z')
  press('Apply')
  await waitFor(() =>
    expect(filterInAddress()).toEqual({ created_at: { ...range, end: '2026-03-10T02:30:00.000Z' } }),
  )
})

test('the days of the chosen range are marked in the calendar', async () => {
  await listIn('Asia/Kolkata', '2026-03-02T20:15:05.678Z', range)
  await openPicker()
  const marked = screen
    .getAllByRole('gridcell')
    .filter((day) => day.closest('[data-in-range]') !== null)
    .map(({ textContent }) => textContent)
  expect(marked).toEqual(['2', '3', '4'])
})

test('a picked day is that of the zone, even in the night of a clock change', async () => {
  const spring = { start: '2026-03-28T16:30:00.000Z', end: '2026-03-30T15:00:00.000Z' }
  await listIn('Europe/Prague', '2026-03-29T01:00:00.000Z', spring)
  expect(screen.getByText('29 Mar 2026, 03:00:00')).toBeTruthy()
  await openPicker()
  fireEvent.click(screen.getByRole('gridcell', { name: '29' }))
  expect(typed('Start').value).toBe('2026-03-29T15:30:00.000Z')
  expect(hintOf(typed('Start'))).toBe('29 Mar 2026, 17:30:00 UTC+2')
})

test('a range starts by default at 08:00:00 and ends at 17:00:00; the current range is marked', async () => {
  await listIn('America/New_York', new Date().toISOString())
  await says('Created: Last 10 days')
  await openPicker()
  expect(hintOf(typed('Start'))).toMatch(/, 08:00:00 UTC−[45]$/)
  expect(hintOf(typed('End'))).toMatch(/, 17:00:00 UTC−[45]$/)
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Last 10 days')
})

test('a typed text that is not a time has no hint', async () => {
  await listIn('Asia/Kolkata', new Date().toISOString())
  await openPicker()
  type(typed('Start'), '2026-03-02 08:00')
  expect(hintOf(typed('Start'))).not.toMatch(/\d/)
})

test('another zone is shown at once', async () => {
  await listIn('Asia/Kolkata', '2026-03-02T20:15:05.678Z', range)
  act(() => setTimezone('Europe/Prague'))
  expect(screen.getByText('2 Mar 2026, 21:15:05')).toBeTruthy()
  await says(/^Created: 1 Mar 2026, 19:30:00\s–\s4 Mar 2026, 03:30:00$/)
})

test("with an unknown zone the browser's zone is used", async () => {
  await listIn('Mars/Olympus', '2026-03-02T20:15:05.678Z', range)
  expect(screen.getByText('2 Mar 2026, 20:15:05')).toBeTruthy()
})
