import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serve } from '../../../tests/support/serve'
import {
  backend,
  button,
  expand,
  idOf,
  names,
  newTable,
  press,
  query,
  renderTable,
  showTable,
  spaces,
} from '../../../tests/support/table'

const server = await serve()
beforeEach(() => newTable(server))

describe('a refresh', () => {
  test('with the same rows changes nothing: focus, details, selection and document stay', async () => {
    const { container } = await showTable('', { expand, bulkActions: <span /> })
    press('Details of space-001')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select space-002' }))
    const inRow = screen.getAllByRole('button', { name: 'premium' })[0]
    inRow?.focus()
    const changes: MutationRecord[] = []
    const observer = new MutationObserver((records) => changes.push(...records))
    observer.observe(container, { attributes: true, childList: true, characterData: true, subtree: true })
    backend.rendered.clear()
    const before = backend.calls()
    press('Refresh')
    await backend.isAskedAfter(before)
    expect(changes).toEqual([])
    expect(backend.rendered.size).toBe(0)
    expect(document.activeElement).toBe(inRow)
    expect(screen.getByText(`Details: ${idOf(1)}`)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select space-002' }).checked).toBe(true)
    observer.disconnect()
  })

  test('with one changed row renders only that row', async () => {
    await showTable()
    backend.rendered.clear()
    await backend.rename(4, 'space-004b')
    press('Refresh')
    await screen.findByText('space-004b')
    expect(backend.rendered).toEqual(new Set(['space-004b']))
  })

  test('runs by itself at the chosen period', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await showTable()
    const periods = screen.getByRole('combobox', { name: 'Auto-refresh' })
    expect(
      within(periods)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Off', '2 s', '5 s', '10 s', '30 s', '1 min', '5 min'])
    fireEvent.change(periods, { target: { value: '2' } })
    for (const name of ['space-000b', 'space-000c']) {
      await backend.rename(0, name)
      await act(() => vi.advanceTimersByTimeAsync(2000))
      expect(await screen.findByText(name)).toBeTruthy()
    }
  })
})

describe('without rows', () => {
  test('the table says that it loads, and offers a retry after a failure', async () => {
    backend.fail = true
    renderTable()
    const places = screen.getByText('Loading...').parentElement?.querySelectorAll<HTMLElement>('div[style]')
    const height = [...(places ?? [])].reduce((sum, { style }) => sum + Number.parseInt(style.height, 10), 0)
    // The header and ten rows: nothing below them moves when they load.
    expect(height).toBe(404)
    const text = 'An error occurred while loading data. Please try again later.'
    expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy()
    backend.fail = false
    press('Retry')
    expect(await screen.findByText('space-000')).toBeTruthy()
    expect(screen.queryByText(text)).toBeNull()
  })

  test('loaded rows stay after a failed refresh', async () => {
    await showTable()
    backend.fail = true
    press('Refresh')
    await screen.findByRole('alert')
    expect(names()).toHaveLength(10)
  })

  test('the table says how to create the first record, with a single button and without pages', async () => {
    await backend.has([])
    renderTable()
    expect(
      await screen.findByText(
        'There are no spaces here. Please use the button in the top right corner to create your first space',
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    fireEvent.click(button('Create a space'))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  test('the next step is shown below few rows and none, but not below filtered rows', async () => {
    const guide = <p>Do this next</p>
    await backend.has([])
    const { unmount } = renderTable('', { guide })
    expect(await screen.findByText('Do this next')).toBeTruthy()
    unmount()
    await backend.has(spaces(3))
    const few = renderTable('', { guide })
    expect(await screen.findByText('3 in total')).toBeTruthy()
    expect(await screen.findByText('Do this next')).toBeTruthy()
    few.unmount()
    renderTable(`?filter=${encodeURIComponent('{"name":"nothing"}')}`, { guide })
    await screen.findByText('No data available')
    expect(screen.queryByText('Do this next')).toBeNull()
  })

  test('the table says who can create one to a person who cannot', async () => {
    await backend.has([])
    renderTable('', { createPermission: 'admin:access' })
    expect(await screen.findByText(/Only admins of this space can create one\.$/)).toBeTruthy()
  })

  test('that match the filters the table offers to clear them', async () => {
    renderTable(`?filter=${encodeURIComponent('{"name":"nothing"}')}`)
    expect(await screen.findByText('No data available')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear all filters' })[0] ?? document.body)
    await waitFor(() => expect(names()).toHaveLength(10))
  })
})

describe('selection and creation', () => {
  test('selects the page, announces the count, and deselects', async () => {
    await showTable('', { bulkActions: <button type="button">Delete them</button> })
    expect(screen.queryByRole('button', { name: 'Delete them' })).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    expect(screen.getAllByText('10 selected')[0]?.getAttribute('role')).toBe('status')
    press('Next page')
    await waitFor(() => expect(names()[0]).toBe('space-010'))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select space-010' }))
    expect(screen.getByText('11 selected, 10 not shown')).toBeTruthy()
    expect(button('Delete them')).toBeTruthy()
    press('Clear selection')
    expect(screen.queryByRole('button', { name: 'Delete them' })).toBeNull()
  })

  test('says how many selected rows another page or a filter hides, and names them', async () => {
    await showTable('', { bulkActions: <span /> })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select space-001' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select space-003' }))
    expect(screen.queryByRole('button', { name: '2 not shown' })).toBeNull()
    press('Next page')
    await waitFor(() => expect(names()[0]).toBe('space-010'))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select space-011' }))
    expect(screen.getByText('3 selected, 2 not shown').getAttribute('role')).toBe('status')
    press('2 not shown')
    const hidden = within(await screen.findByRole('dialog', { name: 'Selected, but not shown in the list' }))
    expect(hidden.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'space-001',
      'space-003',
    ])
    fireEvent.click(hidden.getByRole('button', { name: 'Deselect space-001' }))
    expect(screen.getByText('2 selected, 1 not shown')).toBeTruthy()
    fireEvent.click(hidden.getByRole('button', { name: 'Deselect all' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getAllByText('1 selected')).toHaveLength(2)

    fireEvent.change(screen.getByRole('searchbox', { name: 'Name' }), { target: { value: 'space-02' } })
    await waitFor(() => expect(names()[0]).toBe('space-020'))
    expect(screen.getByText('1 selected, 1 not shown')).toBeTruthy()
  })

  test('a selected row that is missing after a refresh is still named', async () => {
    await showTable('', { bulkActions: <span /> })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select space-000' }))
    await backend.remove(0, 0)
    press('Refresh')
    await waitFor(() => expect(names()[0]).toBe('space-001'))
    press('1 not shown')
    expect(await screen.findByRole('button', { name: 'Deselect space-000' })).toBeTruthy()
  })

  test('creates from the toolbar and from the address', async () => {
    const { unmount } = await showTable()
    press('Create a space')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    expect(query().get('create')).toBe('true')
    unmount()
    await showTable('?create=true')
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })
})
