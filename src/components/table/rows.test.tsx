import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Space } from '#contract/spaces'
import { address } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import {
  backend,
  expand,
  idOf,
  names,
  newTable,
  press,
  screenIs,
  showTable,
} from '../../../tests/support/table'
import { msg as spacesMsg } from '../../resources/spaces/texts'
import { type Column, MovingRowsContext } from '.'

const server = await serve()
beforeEach(() => newTable(server))

const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select space/ })
    .filter(({ checked }) => checked).length

describe('a selection', () => {
  test('with Shift selects all rows in between, and deselects them in the same way', async () => {
    await showTable('', { bulkActions: <span /> })
    fireEvent.click(checkbox('Select space-002'))
    fireEvent.click(checkbox('Select space-006'), { shiftKey: true })
    expect(chosen()).toBe(5)
    fireEvent.click(checkbox('Select space-004'), { shiftKey: true })
    expect(chosen()).toBe(2)
    expect(checkbox('Select space-002').checked && checkbox('Select space-003').checked).toBe(true)
  })

  test('with Shift works by the keyboard, upwards as well', async () => {
    const user = userEvent.setup({ delay: null })
    await showTable('', { bulkActions: <span /> })
    checkbox('Select space-005').focus()
    await user.keyboard(' ')
    checkbox('Select space-003').focus()
    await user.keyboard('{Shift>} {/Shift}')
    expect(chosen()).toBe(3)
  })

  test('starts over on another page', async () => {
    await showTable('', { bulkActions: <span /> })
    fireEvent.click(checkbox('Select space-002'))
    press('Next page')
    await waitFor(() => expect(names()[0]).toBe('space-010'))
    fireEvent.click(checkbox('Select space-013'), { shiftKey: true })
    expect(chosen()).toBe(1)
  })
})

const columns: Column<Space>[] = [
  {
    id: 'name',
    label: spacesMsg('spaces.fields.name'),
    primary: true,
    cell: ({ id, name }) => <Link to={`/${id}/link`}>{name}</Link>,
  },
  { id: 'type', label: spacesMsg('spaces.fields.type'), card: 'title', cell: ({ type }) => `type ${type}` },
  {
    id: 'id',
    label: spacesMsg('spaces.fields.id'),
    card: 'end',
    selfExplanatory: true,
    cell: () => 'last of all',
  },
  { id: 'created', label: spacesMsg('spaces.fields.created_at'), card: 'line', cell: () => 'long ago' },
  { id: 'role', label: spacesMsg('spaces.fields.user_role'), cell: () => 'in the details' },
  { id: 'content', label: 'layout.titles.spaces', card: 'below', cell: () => 'all that it says' },
  {
    id: 'actions',
    label: 'table.actions',
    card: 'actions',
    cell: () => <button type="button">Do it</button>,
  },
]
const rowAddress = ({ id }: Space) => `/spaces/${id}`
const rowOf = (name: string) => {
  const row = screen.getByText(name).closest<HTMLElement>('[data-address]')
  if (!row) throw new Error(`No row ${name}`)
  return row
}

describe.each(['wide', 'narrow'] as const)('a row with an address, on a %s page,', (width) => {
  beforeEach(() => screenIs(width))

  test('opens on a click beside its controls', async () => {
    await showTable('', { columns, rowAddress })
    fireEvent.click(screen.getAllByRole('button', { name: 'Do it' })[0] ?? document.body)
    expect(address()).toBe('/spaces')
    fireEvent.click(screen.getAllByText('in the details')[3] ?? document.body)
    expect(address()).toBe(`/spaces/${idOf(3)}`)
  })

  test('opens on Enter, and its link leads where it says', async () => {
    await showTable('', { columns, rowAddress })
    rowOf('space-001').focus()
    expect(document.activeElement).toBe(rowOf('space-001'))
    fireEvent.keyDown(screen.getByRole('link', { name: 'space-002' }), { key: 'Enter' })
    expect(address()).toBe('/spaces')
    fireEvent.keyDown(rowOf('space-001'), { key: 'Enter' })
    expect(address()).toBe(`/spaces/${idOf(1)}`)
  })

  test('opens in a new tab with Ctrl', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    onTestFinished(() => open.mockRestore())
    await showTable('', { columns, rowAddress })
    fireEvent.click(rowOf('space-001'), { ctrlKey: true })
    expect(open).toHaveBeenCalledWith(`/spaces/${idOf(1)}`, '_blank', 'noopener')
    expect(address()).toBe('/spaces')
  })
})

describe('rows', () => {
  test('without an address are no tab stop', async () => {
    await showTable('', { columns })
    expect(screen.getByText('space-001').closest('tr')?.hasAttribute('tabindex')).toBe(false)
  })

  test('stay expanded when a tablet is rotated', async () => {
    await showTable('', { expand })
    press('Details of space-001')
    screenIs('narrow')
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    expect(screen.getByText(`Details: ${idOf(1)}`)).toBeTruthy()
    screenIs('wide')
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(screen.getByText(`Details: ${idOf(1)}`)).toBeTruthy()
  })

  test('are cards of two lines on a phone, which expand', async () => {
    screenIs('phone')
    await showTable('', { columns })
    const card = within(
      screen.getAllByRole('listitem').find((item) => within(item).queryByText('space-000')) ?? document.body,
    )
    expect(card.getByText('type premium')).toBeTruthy()
    expect(card.getByText('long ago').parentElement?.textContent).toBe('Created:long ago')
    expect(card.getByText('Created:').className).toBe('label')
    expect(card.getByText('all that it says')).toBeTruthy()
    // A self-explanatory value has its name only for screen readers.
    expect(card.getByText('last of all').parentElement?.textContent).toBe('Id:last of all')
    expect(card.getByText('Id:').className).toBe('hidden')
    expect(card.queryByText('in the details')).toBeNull()
    expect(card.queryByRole('button', { name: 'Do it' })).toBeNull()
    press('Details of space-000')
    expect(card.getByText('in the details')).toBeTruthy()
    expect(card.getByRole('button', { name: 'Do it' })).toBeTruthy()
    expect(card.queryByText('Actions')).toBeNull()
  })

  test('show a brief form of a value on a phone, and all of it in the details', async () => {
    screenIs('phone')
    const shown = columns.map((column) =>
      column.id === 'type' ? { ...column, brief: ({ type }: Space) => `brief ${type}` } : column,
    )
    await showTable('', { columns: shown })
    expect(screen.queryByText('type premium')).toBeNull()
    expect(screen.getAllByText('brief premium').length).toBeGreaterThan(0)
    press('Details of space-000')
    expect(screen.getByText('type premium')).toBeTruthy()
  })

  test('show nothing twice on a phone', async () => {
    screenIs('phone')
    const shown = columns.map((column) => ({ ...column, inDetails: column.id === 'role' }))
    await showTable('', { columns: shown, expand })
    press('Details of space-000')
    expect(screen.getByText(`Details: ${idOf(0)}`)).toBeTruthy()
    expect(screen.queryByText('in the details')).toBeNull()
  })

  test('show all their fields and buttons on a tablet, without a label for the buttons', async () => {
    screenIs('narrow')
    await showTable('', { columns })
    expect(screen.getAllByText('in the details')).toHaveLength(10)
    expect(screen.getAllByText('all that it says').filter((value) => value.closest('dd'))).toEqual([])
    expect(screen.getAllByRole('button', { name: 'Do it' })).toHaveLength(10)
    expect(screen.queryByText('Actions')).toBeNull()
  })

  test('that have just arrived are marked, and no other row renders', async () => {
    const onReading = () => undefined
    const Frame = ({ children }: { children: ReactNode }) => {
      const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
      return (
        <MovingRowsContext value={{ onReading, onTop: onReading, round: 0, fresh }}>
          <button type="button" onClick={() => setFresh(new Set([idOf(0)]))}>
            Let it come
          </button>
          {children}
        </MovingRowsContext>
      )
    }
    await showTable('', { frame: Frame })
    backend.rendered.clear()
    press('Let it come')
    expect(screen.getByText('space-000').closest('[data-fresh]')).toBeTruthy()
    expect(document.querySelectorAll('[data-fresh]')).toHaveLength(1)
    expect(backend.rendered.size).toBe(0)
  })
})

test('the menu of the refresh button shows the period of the auto-refresh only while there is one', async () => {
  await showTable()
  const periods = screen.getByRole('combobox', { name: 'Auto-refresh' })
  const menu = periods.closest('label')
  expect(menu?.title).toBe('Auto-refresh: Off')
  expect(menu?.querySelector('span')).toBeNull()
  fireEvent.change(periods, { target: { value: '10' } })
  await waitFor(() => expect(menu?.title).toBe('Auto-refresh: 10 s'))
  expect(menu?.querySelector('span')?.textContent).toBe('10 s')
})
