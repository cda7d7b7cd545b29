import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TextField } from 'react-admin'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { address } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import {
  backend,
  button,
  expand,
  filterInAddress,
  idOf,
  names,
  newTable,
  press,
  query,
  screenIs,
  showTable,
  spaces,
  type,
} from '../../../tests/support/table'
import { msg as spacesMsg } from '../../resources/spaces/texts'
import { readSettings } from './useTable'

const server = await serve()
beforeEach(() => newTable(server))

const pageInput = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Page' })

describe('the rows', () => {
  test('are a table with the length of the list and the position of each row', async () => {
    await showTable('?page=3&perPage=10&sort=name&order=ASC')
    const table = screen.getByRole('table', { name: 'Spaces' })
    expect(table.getAttribute('aria-rowcount')).toBe('58')
    expect(names()[0]).toBe('space-020')
    expect(screen.getByText('space-020').closest('tr')?.getAttribute('aria-rowindex')).toBe('22')
    expect(screen.getByText('21–30 of 57')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Spaces' })).toBeTruthy()
  })

  test('are sorted by a header, which says so', async () => {
    await showTable('?page=3&perPage=10&sort=name&order=ASC')
    const header = screen.getByRole('columnheader', { name: 'Name' })
    expect(header.getAttribute('aria-sort')).toBe('ascending')
    press('Name')
    await waitFor(() => expect(names()[0]).toBe('space-056'))
    expect(header.getAttribute('aria-sort')).toBe('descending')
    expect(query().get('page')).toBe('1')
  })

  test('of a long page are not in the document when they are far from the screen', async () => {
    await backend.has(spaces(400))
    await showTable('?page=1&perPage=500&sort=name&order=ASC')
    expect(names().length).toBeLessThan(100)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('401')
  })

  test('show and hide columns, which this browser stores', async () => {
    const user = userEvent.setup({ delay: null })
    const { unmount } = await showTable()
    expect(screen.queryByRole('columnheader', { name: 'Your role' })).toBeNull()
    await user.click(button('Columns'))
    await user.click(await screen.findByRole('checkbox', { name: 'Your role' }))
    await user.click(screen.getByRole('checkbox', { name: 'Type' }))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Name' }).disabled).toBe(true)
    unmount()
    await showTable()
    expect(screen.getByRole('columnheader', { name: 'Your role' })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: 'Type' })).toBeNull()
  })

  test('show columns that do not fit in their details', async () => {
    const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
    onTestFinished(() => width.mockRestore())
    await showTable()
    expect(screen.getByRole('columnheader', { name: 'Type' })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: 'Created' })).toBeNull()
    press('Details of space-000')
    expect(screen.getByText('Created', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
      '2026-01-02T03:04:05.678Z',
    )
  })

  test('are cards on a narrow page', async () => {
    screenIs('narrow')
    await showTable('', { expand })
    expect(screen.queryByRole('table')).toBeNull()
    const list = screen.getByRole('list', { name: 'Spaces' })
    expect(within(list).getByRole('heading', { level: 2, name: 'space-000' })).toBeTruthy()
    expect(within(list).getAllByText('Type')[0]?.tagName).toBe('DT')
    press('Details of space-000')
    expect(within(list).getByText(`Details: ${idOf(0)}`)).toBeTruthy()
    expect(
      within(screen.getByRole('banner', { hidden: true })).getByRole('button', { name: 'Create a space' }),
    ).toBeTruthy()
  })

  test.each(['wide', 'narrow'] as const)(
    "are the record of react-admin's fields on a %s page",
    async (width) => {
      screenIs(width)
      await showTable('', {
        columns: [
          { id: 'name', label: spacesMsg('spaces.fields.name'), cell: () => <TextField source="name" /> },
        ],
        expand: () => <TextField source="id" />,
      })
      expect(names().slice(0, 2)).toEqual(['space-000', 'space-001'])
      press('Details of space-001')
      expect(screen.getByText(idOf(1))).toBeTruthy()
    },
  )

  test('can be sorted and filtered from the sheet of a narrow page', async () => {
    screenIs('narrow')
    await showTable()
    press('Filters and sorting')
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters and sorting' }))
    fireEvent.change(sheet.getByRole('combobox', { name: 'Order' }), { target: { value: 'DESC' } })
    fireEvent.click(sheet.getByRole('checkbox', { name: 'Premium' }))
    await waitFor(() => expect(names()[0]).toBe('space-056'))
    await waitFor(() => expect(filterInAddress()).toEqual({ type: ['premium'] }))
  })
})

const goTo = (page: string) => {
  type(pageInput(), page)
  fireEvent.keyDown(pageInput(), { key: 'Enter' })
}

describe('paging', () => {
  test('goes to the next, the last and a typed page, which is clamped', async () => {
    await showTable()
    press('Next page')
    await waitFor(() => expect(names()[0]).toBe('space-010'))
    press('Last page')
    await waitFor(() => expect(names()).toHaveLength(7))
    goTo('-3')
    await waitFor(() => expect(names()[0]).toBe('space-000'))
    goTo('99')
    await waitFor(() => expect(names()[0]).toBe('space-050'))
    expect(pageInput().value).toBe('6')
    type(pageInput(), '2')
    fireEvent.blur(pageInput())
    await waitFor(() => expect(names()[0]).toBe('space-010'))
  })

  test('starts over with another page size, which is stored for the table', async () => {
    const { unmount } = await showTable('?page=3&perPage=10&sort=name&order=ASC')
    const sizes = screen.getByRole('combobox', { name: 'Rows per page' })
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['2', '10', '20', '50', '100', '200', '500'])
    fireEvent.change(sizes, { target: { value: '20' } })
    await waitFor(() => expect(names()).toHaveLength(20))
    expect(query().get('page')).toBe('1')
    unmount()
    await showTable()
    expect(names()).toHaveLength(20)
  })

  test('goes to the last page when the page is past the end', async () => {
    await showTable('?page=40&perPage=10&sort=name&order=ASC')
    await waitFor(() => expect(names()[0]).toBe('space-050'))
  })

  test('steps back when the rows of the last page disappear', async () => {
    await showTable('?page=6&perPage=10&sort=name&order=ASC')
    await backend.remove(50, 56)
    press('Refresh')
    await waitFor(() => expect(names()[0]).toBe('space-040'))
  })

  test('survives a hostile address', async () => {
    await showTable('?page=-5&perPage=99999&sort=__proto__&order=up&filter=not json&deviceId=7')
    expect(names()).toHaveLength(10)
    expect(address()).toBe('/spaces?deviceId=7')
  })
})

const sort = { field: 'id', order: 'DESC' } as const
const defaults = { pageSize: 10, refresh: 0, sort, columns: {}, order: [], widths: {} }
const settingsIn = (stored: unknown) => readSettings(stored, sort, ['id', 'name'])

describe('stored settings', () => {
  test('are used when they are valid', () => {
    const stored = {
      pageSize: 200,
      refresh: 30,
      sort: { field: 'name', order: 'ASC' },
      columns: { comment: false },
      order: ['name', 'comment'],
      widths: { name: 200 },
    }
    expect(settingsIn(stored)).toEqual(stored)
  })

  test.each<unknown>([
    undefined,
    null,
    'x',
    [],
    { pageSize: 7, refresh: -1, sort: { field: 'password', order: 'ASC' }, columns: 'all' },
    { pageSize: '10', sort: { field: 'name', order: 'up' }, columns: { a: 1 } },
    { order: [1], widths: { name: 9000 } },
  ])('%j gives the defaults', (stored) => expect(settingsIn(stored)).toEqual(defaults))
})
