import { fireEvent, screen } from '@testing-library/react'
import { ResourceContextProvider } from 'react-admin'
import { vi } from 'vitest'
import type { Space } from '#contract/spaces'
import { type Column, TableList, type TableListProps } from '../../src/components/table'
import { group, msg } from '../../src/resources/spaces/texts'
import { address, connect, refusal, showPage, spaceOf, uuid } from './console'

export const nameOf = (index: number) => `space-${String(index).padStart(3, '0')}`
/** Spaces named space-000, space-001, …, every other one premium. */
export const spaces = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    spaceOf({ id: uuid(100 + index), name: nameOf(index), type: index % 2 ? 'team' : 'premium' }),
  )

/** The rows that the table under test loads, and what it did with them. */
export const backend = {
  rows: spaces(57),
  fail: false,
  calls: 0,
  /** Names whose cells were rendered. */
  rendered: new Set<string>(),
}

const server = {
  request: async () => {
    backend.calls += 1
    return backend.fail ? refusal(500, 'broken') : Response.json(backend.rows)
  },
}

const types = [
  { id: 'team', name: 'Team' },
  { id: 'premium', name: 'Premium', color: '#E53935' },
]

const columns: Column<Space>[] = [
  {
    id: 'name',
    label: msg('spaces.fields.name'),
    sortBy: 'name',
    primary: true,
    hideable: false,
    filter: { kind: 'text', source: 'name' },
    cell: ({ name }) => {
      backend.rendered.add(name)
      return name
    },
  },
  {
    id: 'type',
    label: msg('spaces.fields.type'),
    filter: { kind: 'multiselect', source: 'type', choices: () => types },
    cell: ({ type }) => <button type="button">{type}</button>,
  },
  {
    id: 'created',
    label: msg('spaces.fields.created_at'),
    filter: { kind: 'dateRange', source: 'created_at', needsBoth: true },
    cell: ({ created_at }) => created_at,
    yields: 1,
  },
  {
    id: 'role',
    label: msg('spaces.fields.role'),
    hidden: true,
    cell: ({ user_role }) => `role ${user_role}`,
  },
]

const byName = { field: 'name', order: 'ASC' } as const
const rowLabel = ({ name }: Space) => name
const Create: TableListProps<Space>['create'] = ({ open }) => open && <div role="dialog">New space</div>
/** Details of a row. */
export const expand = ({ id }: Space) => `Details: ${id}`

let tables = 0

/** Gives each test its own table, so that nothing stored in the browser carries over. */
export function newTable() {
  tables += 1
  Object.assign(backend, { rows: spaces(57), fail: false, calls: 0 })
  backend.rendered.clear()
  screenIs('wide')
}

type ScreenWidth = 'wide' | 'narrow' | 'phone'
let screenWidth: ScreenWidth = 'wide'
const onTurn = new Set<() => void>()

/** Whether the page is at least 1024 px wide, or below 600 px; it may change while a page is shown. */
export function screenIs(width: ScreenWidth) {
  screenWidth = width
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return screenWidth === 'wide'
        ? query.includes('min-width')
        : screenWidth === 'phone' && query.includes('max-width')
    },
    addEventListener: (_type: string, listener: () => void) => onTurn.add(listener),
    removeEventListener: (_type: string, listener: () => void) => onTurn.delete(listener),
  }))
  for (const listener of onTurn) listener()
}

/** Renders the list page at a query of its address. */
export function renderTable(search = '', props: Partial<TableListProps<Space>> = {}) {
  const page = (
    <ResourceContextProvider value="spaces">
      <TableList
        name={`test${tables}`}
        columns={columns}
        title="layout.titles.spaces"
        entity={group('spaces.entity')}
        defaultSort={byName}
        rowLabel={rowLabel}
        create={Create}
        createLabel={msg('spaces.create.title')}
        {...props}
      />
    </ResourceContextProvider>
  )
  const { client } = connect(server, { token: '' })
  return showPage(page, { client, path: '/spaces', at: `/spaces${search}` })
}

/** Renders the list page and waits for its rows. */
export async function showTable(search = '', props: Partial<TableListProps<Space>> = {}) {
  const shown = renderTable(search, props)
  await screen.findByText(/of \d+$/, { selector: '[role=status]' })
  return shown
}

/** Names on the screen, from top to bottom. */
export const names = () => screen.queryAllByText(/^space-\d{3}$/).map(({ textContent }) => textContent)
export const query = () => new URLSearchParams(address()?.split('?')[1])
export const filterInAddress = () => JSON.parse(query().get('filter') ?? '{}')
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const press = (name: string | RegExp) => fireEvent.click(button(name))
export const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
