import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Space } from '#contract/spaces'
import { serve } from '../../../tests/support/serve'
import { button, newTable, showTable } from '../../../tests/support/table'
import { msg } from '../../resources/spaces/texts'
import { type Column, RowMenu } from '.'

const server = await serve()
beforeEach(() => newTable(server))

const columns: readonly Column<Space>[] = [
  { id: 'name', label: msg('spaces.fields.name'), primary: true, hideable: false, cell: ({ name }) => name },
  { id: 'type', label: msg('spaces.fields.type'), dropPriority: 2, cell: ({ type }) => type },
  {
    id: 'created',
    label: msg('spaces.fields.created_at'),
    dropPriority: 1,
    cell: ({ created_at }) => created_at,
  },
  { id: 'role', label: msg('spaces.fields.user_role'), hidden: true, cell: ({ user_role }) => user_role },
  {
    id: 'actions',
    label: 'table.actions',
    card: 'actions',
    hideable: false,
    width: 44,
    cell: ({ name }) => <RowMenu name={name} actions={actionsOf(name)} />,
  },
]

const done = vi.fn<(name: string) => void>()
const Icon = () => <svg />
const actionsOf = (name: string) => [
  { text: 'Open', label: `Open ${name}`, Icon, does: '/there' },
  { text: 'Delete', label: `Delete ${name}`, Icon, does: () => undefined, reason: 'You may not.' },
  { text: 'Wake', label: `Wake ${name}`, Icon, does: () => done(name) },
  { text: 'Count', label: `Count ${name}`, Icon, does: '/count' },
]

/** Shows the table at a width in px. */
async function showIn(px: number) {
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(px)
  onTestFinished(() => width.mockRestore())
  return showTable('', { columns })
}

const heads = () =>
  screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const tableOf = () => screen.getByRole('table', { hidden: true })

test('a column that does not fit is not ticked; once it is chosen it stays, and so do all visible ones', async () => {
  const user = userEvent.setup({ delay: null })
  const { unmount } = await showIn(330)
  expect(heads()).toEqual(['Details', 'Name', 'Type', 'Actions'])
  await user.click(button('Add a column'))
  expect((await box('Created')).checked).toBe(false)
  expect((await box('Type')).checked).toBe(true)
  await user.click(await box('Created'))
  await user.click(await box('Your role'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(heads()).toEqual(['Name', 'Type', 'Created', 'Your role', 'Actions']))
  expect(tableOf().hasAttribute('data-scrolls')).toBe(true)
  unmount()
  await showTable('', { columns })
  expect(heads()).toEqual(['Name', 'Type', 'Created', 'Your role', 'Actions'])
  await user.click(button('Columns'))
  await user.click(await screen.findByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(heads()).toEqual(['Details', 'Name', 'Type', 'Actions']))
})

test('keys reorder the columns, which is announced and stored; the name stays first', async () => {
  const user = userEvent.setup({ delay: null })
  const { unmount } = await showIn(900)
  await user.click(button('Columns'))
  const handle = await screen.findByRole('button', { name: 'Move Created' })
  expect(screen.queryByRole('button', { name: 'Move Name' })).toBeNull()
  handle.focus()
  await user.keyboard('{ArrowUp}')
  expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe('Created: position 2 of 4')
  expect(heads()).toEqual(['Name', 'Created', 'Type', 'Actions'])
  await user.keyboard('{ArrowUp}')
  expect(heads()).toEqual(['Name', 'Created', 'Type', 'Actions'])
  await user.keyboard('{Escape}')
  unmount()
  await showTable('', { columns })
  expect(heads()).toEqual(['Name', 'Created', 'Type', 'Actions'])
})

test('keys change the width of a column, which its header announces and this browser stores', async () => {
  const { unmount } = await showIn(900)
  const edge = () => screen.getByRole('separator', { name: 'Width of Type' })
  const widthOf = () => Number(edge().getAttribute('aria-valuenow'))
  const before = widthOf()
  fireEvent.keyDown(edge(), { key: 'ArrowRight' })
  await waitFor(() => expect(widthOf()).toBe(before + 16))
  fireEvent.keyDown(edge(), { key: 'ArrowLeft' })
  await waitFor(() => expect(widthOf()).toBe(before))
  fireEvent.keyDown(edge(), { key: 'ArrowLeft' })
  await waitFor(() => expect(widthOf()).toBe(before - 16))
  unmount()
  await showTable('', { columns })
  expect(widthOf()).toBe(before - 16)
})

test('the menu of a row has all its actions, and says why some are disabled; the first two are beside it', async () => {
  const user = userEvent.setup({ delay: null })
  await showIn(900)
  const row = within(screen.getByText('space-001').closest('tr') ?? document.body)
  expect(row.getByRole('link', { name: 'Open space-001' })).toBeTruthy()
  expect(row.getByRole('button', { name: 'Wake space-001' })).toBeTruthy()
  expect(row.queryByRole('link', { name: 'Count space-001' })).toBeNull()
  await user.click(row.getByRole('button', { name: 'Actions: space-001' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Open', 'DeleteYou may not.', 'Wake', 'Count'])
  await user.click(screen.getByRole('menuitem', { name: 'Wake' }))
  expect(done).toHaveBeenCalledExactlyOnceWith('space-001')
})
