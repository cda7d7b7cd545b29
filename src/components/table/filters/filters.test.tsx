import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { says } from '../../../../tests/support/app'
import { address } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'
import {
  button,
  filterInAddress,
  names,
  newTable,
  press,
  screenIs,
  showTable,
  type,
} from '../../../../tests/support/table'

const server = await serve()
beforeEach(() => newTable(server))

describe('the sheet of filters', () => {
  const open = async () => {
    screenIs('narrow')
    await showTable()
    press('Filters and sorting')
    return within(await screen.findByRole('dialog', { name: 'Filters and sorting' }))
  }

  test('applies typed values when a person is done, however quickly', async () => {
    const sheet = await open()
    type(sheet.getByRole('searchbox', { name: 'Name' }), 'space-05')
    type(await sheet.findByRole('textbox', { name: 'Start' }), '2026-01-01T00:00:00.000Z')
    type(sheet.getByRole('textbox', { name: 'End' }), '2026-01-31T00:00:00.000Z')
    fireEvent.click(sheet.getByRole('button', { name: 'Done' }))
    const created_at = { start: '2026-01-01T00:00:00.000Z', end: '2026-01-31T00:00:00.000Z' }
    await waitFor(() => expect(filterInAddress()).toEqual({ name: 'space-05', created_at }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('shows what is wrong with typed values, and stays', async () => {
    const sheet = await open()
    type(sheet.getByRole('searchbox', { name: 'Name' }), 'sp')
    type(await sheet.findByRole('textbox', { name: 'End' }), '')
    fireEvent.click(sheet.getByRole('button', { name: 'Done' }))
    expect(sheet.getByText('At least 3 characters')).toBeTruthy()
    expect(await screen.findByText('Enter both a start and an end')).toBeTruthy()
    expect(document.activeElement).toBe(sheet.getByRole('searchbox', { name: 'Name' }))
    expect(sheet.getByRole<HTMLInputElement>('searchbox', { name: 'Name' }).value).toBe('sp')
    expect(filterInAddress()).toEqual({})
  })

  test('applies nothing that was not touched', async () => {
    const sheet = await open()
    await sheet.findByRole('textbox', { name: 'Start' })
    fireEvent.click(sheet.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(filterInAddress()).toEqual({})
  })
})

describe('the popover of a range', () => {
  const created_at = { start: '2026-01-01T00:00:00.000Z', end: '2026-01-31T00:00:00.000Z' }
  const open = async () => {
    await showTable()
    press('Filter: Created')
    return within(await screen.findByRole('dialog', { name: 'Created' }))
  }
  const leave = () => {
    const backdrop = document.querySelector('.MuiBackdrop-root')
    if (!backdrop) throw new Error('No backdrop')
    fireEvent.click(backdrop)
  }

  test('applies typed values on a click beside it', async () => {
    const popover = await open()
    type(await popover.findByRole('textbox', { name: 'Start' }), created_at.start)
    type(popover.getByRole('textbox', { name: 'End' }), created_at.end)
    leave()
    await waitFor(() => expect(filterInAddress()).toEqual({ created_at }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('shows what is wrong with typed values, and stays until Escape', async () => {
    const popover = await open()
    type(await popover.findByRole('textbox', { name: 'End' }), '2026-01-31')
    leave()
    expect(await screen.findByText('Invalid date')).toBeTruthy()
    const end = popover.getByRole<HTMLInputElement>('textbox', { name: 'End' })
    expect(end.value).toBe('2026-01-31')
    fireEvent.keyDown(end, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(filterInAddress()).toEqual({})
  })

  test('applies nothing that was not touched', async () => {
    const popover = await open()
    await popover.findByRole('textbox', { name: 'Start' })
    leave()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(filterInAddress()).toEqual({})
  })
})

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' })
const time = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

describe('filters', () => {
  test('accept text from three characters on, and say so before', async () => {
    await showTable()
    type(search(), '05')
    fireEvent.keyDown(search(), { key: 'Enter' })
    expect(screen.getByText('At least 3 characters')).toBeTruthy()
    expect(address()).toBe('/spaces')
    type(search(), '-05')
    await waitFor(() => expect(names()).toHaveLength(7))
    expect(filterInAddress()).toEqual({ name: '-05' })
    expect(screen.queryByText('At least 3 characters')).toBeNull()
  })

  test('are restored from the address, and are cleared one by one or all', async () => {
    const filter = encodeURIComponent(JSON.stringify({ name: '-05', type: ['premium'] }))
    await showTable(`?filter=${filter}`)
    expect(search().value).toBe('-05')
    expect(names()).toHaveLength(4)
    press('Clear the filter Type')
    await waitFor(() => expect(names()).toHaveLength(7))
    press('Clear all filters')
    await waitFor(() => expect(names()).toHaveLength(10))
    expect(search().value).toBe('')
  })

  test('accept several values', async () => {
    const user = userEvent.setup({ delay: null })
    await showTable()
    await user.click(button('Filter: Type'))
    await user.click(await screen.findByRole('checkbox', { name: 'Team' }))
    await user.click(screen.getByRole('checkbox', { name: 'Premium' }))
    await waitFor(() => expect(filterInAddress()).toEqual({ type: ['team', 'premium'] }))
    expect(screen.getByText(/Team or Premium/)).toBeTruthy()
  })

  test('refuse an invalid typed time', async () => {
    await showTable()
    press('Filter: Created')
    await screen.findByRole('button', { name: 'Apply' })
    type(time('Start'), '31. 5. 2024')
    fireEvent.blur(time('Start'))
    expect(await screen.findByText('Invalid date')).toBeTruthy()
    expect(time('Start').getAttribute('aria-invalid')).toBe('true')
    press('Apply')
    expect(address()).toBe('/spaces')
  })

  test('refuse a range that ends before it starts', async () => {
    await showTable()
    press('Filter: Created')
    await screen.findByRole('button', { name: 'Apply' })
    type(time('Start'), '2024-05-31T08:00:00.000Z')
    type(time('End'), '2024-05-30T08:00:00.000Z')
    press('Apply')
    expect(await screen.findByText('Error - End date must be greater than start date')).toBeTruthy()
    type(time('End'), '2024-06-30T17:00:00.000Z')
    press('Apply')
    await waitFor(() =>
      expect(filterInAddress()).toEqual({
        created_at: { start: '2024-05-31T08:00:00.000Z', end: '2024-06-30T17:00:00.000Z' },
      }),
    )
  })

  test('keep an untouched relative range', async () => {
    const filter = { created_at: { relative: '9000d' } }
    await showTable(`?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    press('Filter: Created')
    await screen.findByRole('button', { name: 'Apply' })
    press('Apply')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(filterInAddress()).toEqual(filter)
  })

  test('make a range of two days in the calendar, from the earlier to the later', async () => {
    await showTable()
    press('Filter: Created')
    await screen.findByRole('button', { name: 'Apply' })
    type(time('Start'), '2024-05-20T06:00:00.000Z')
    type(time('End'), '2024-05-25T15:00:00.000Z')
    const day = (name: string) => screen.findByRole('gridcell', { name })
    fireEvent.focus(time('Start'))
    fireEvent.click(await day('15'))
    fireEvent.click(await day('9'))
    press('Apply')
    await waitFor(() =>
      expect(filterInAddress()).toEqual({
        created_at: { start: '2024-05-09T06:00:00.000Z', end: '2024-05-15T15:00:00.000Z' },
      }),
    )
  })

  test('offer today and yesterday, from midnight to midnight', async () => {
    await showTable()
    press('Filter: Created')
    fireEvent.click(await screen.findByRole('button', { name: 'Yesterday' }))
    const midnight = new Date()
    midnight.setUTCHours(0, 0, 0, 0)
    const at = (time: number) => `${new Date(time).toISOString().slice(0, 19)}.000Z`
    await waitFor(() =>
      expect(filterInAddress()).toEqual({
        created_at: {
          start: at(midnight.getTime() - DAY),
          end: at(midnight.getTime()),
        },
      }),
    )
  })

  test('offer relative ranges, which move on with the time', async () => {
    await showTable()
    press('Filter: Created')
    fireEvent.click(await screen.findByRole('button', { name: 'Last 7 days' }))
    await waitFor(() => expect(filterInAddress()).toEqual({ created_at: { relative: '7d' } }))
    await says('Created: Last 7 days')
  })
})
