import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { address } from '../../../../tests/support/console'
import {
  button,
  filterInAddress,
  names,
  newTable,
  press,
  showTable,
  type,
} from '../../../../tests/support/table'

beforeEach(newTable)

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' })
const time = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

describe('filters', () => {
  test('take text from three characters on and say so before', async () => {
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

  test('come back with the address, and are cleared one by one or all', async () => {
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

  test('choose several values', async () => {
    const user = userEvent.setup({ delay: null })
    await showTable()
    await user.click(button('Filter: Type'))
    await user.click(await screen.findByRole('checkbox', { name: 'Team' }))
    await user.click(screen.getByRole('checkbox', { name: 'Premium' }))
    await waitFor(() => expect(filterInAddress()).toEqual({ type: ['team', 'premium'] }))
    expect(screen.getByText(/Team or Premium/)).toBeTruthy()
  })

  test('refuse a typed time that is none', async () => {
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

  test('offer relative ranges, which move on with the time', async () => {
    await showTable()
    press('Filter: Created')
    fireEvent.click(await screen.findByRole('button', { name: 'Last 7 days' }))
    await waitFor(() => expect(filterInAddress()).toEqual({ created_at: { relative: '7d' } }))
    expect(await screen.findByText('Created: Last 7 days')).toBeTruthy()
  })
})
