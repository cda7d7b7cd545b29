import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { between, eq } from 'drizzle-orm'
import { ResourceContextProvider } from 'react-admin'
import { expect, vi } from 'vitest'
import { api } from '#contract'
import type { Space } from '#contract/spaces'
import { space, spaceUser } from '../../server/db/schema'
import { type Column, TableList, type TableListProps } from '../../src/components/table'
import { group, msg } from '../../src/resources/spaces/texts'
import { aUser, type TestUser } from './builders'
import { address, connect, refusal, showPage, uuid } from './console'
import type { TestServer } from './makeServer'

const nameOf = (index: number) => `space-${String(index).padStart(3, '0')}`
/** Id of a space of the table, by its number. */
export const idOf = (index: number) => uuid(100 + index)

type Values = Partial<typeof space.$inferInsert>

/** Spaces named space-000, space-001, …, every other one premium. */
export const spaces = (count: number) =>
  Array.from({ length: count }, (_, index): Values => ({ type: index % 2 ? 'team' : 'premium' }))

let server: TestServer
let person: TestUser
let line: ReturnType<typeof connect>

/** The server with the spaces of the table under test, and a record of calls and rendering. */
export const backend = {
  fail: false,
  /** Names of rendered cells. */
  rendered: new Set<string>(),
  /** Number of calls. */
  calls: () => line.calls.length,
  /** Gives the person exactly these spaces. */
  async has(values: readonly Values[]) {
    const { db } = server
    await db.delete(space)
    if (values.length === 0) return
    const createdAt = new Date('2026-01-02T03:04:05.678Z')
    const rows = values.map((row, index) => ({ id: idOf(index), name: nameOf(index), createdAt, ...row }))
    await db.insert(space).values(rows)
    const members = rows.map(({ id }) => ({ spaceId: id, userId: person.id, role: 'admin' as const }))
    await db.insert(spaceUser).values(members)
  },
  rename: (index: number, name: string) =>
    server.db
      .update(space)
      .set({ name })
      .where(eq(space.id, idOf(index))),
  remove: (from: number, to: number) =>
    server.db.delete(space).where(between(space.id, idOf(from), idOf(to))),
  /** Waits for another call, and until its answer has been read. */
  async isAskedAfter(calls: number) {
    await waitFor(() => expect(line.calls.length).toBeGreaterThan(calls))
    // Answers come in the order of calls.
    await act(async () => line.client.call(api.profile.get.answer, 'GET', '/profile'))
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
    dropPriority: 2,
  },
  {
    id: 'created',
    label: msg('spaces.fields.created_at'),
    filter: { kind: 'dateRange', source: 'created_at', needsBoth: true },
    cell: ({ created_at }) => created_at,
    dropPriority: 1,
  },
  {
    id: 'role',
    label: msg('spaces.fields.user_role'),
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

/** Gives each test its own table with 57 spaces of this server, so that tests share no state in the browser. */
export async function newTable(of: TestServer) {
  // Cards load lazily; load them in advance.
  await import('../../src/components/table/rows/Cards')
  tables += 1
  server = of
  person = await aUser(server)
  await backend.has(spaces(57))
  backend.fail = false
  backend.rendered.clear()
  line = connect(server, person)
  line.interrupt = () => (backend.fail ? refusal(500, 'broken') : undefined)
  screenIs('wide')
}

type ScreenWidth = 'wide' | 'narrow' | 'phone'
let screenWidth: ScreenWidth = 'wide'
const onWidth = new Set<() => void>()

/** Sets whether the page is at least 1024 px wide or below 600 px, also while it is shown. */
export function screenIs(width: ScreenWidth) {
  screenWidth = width
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return screenWidth === 'wide'
        ? query.includes('min-width')
        : screenWidth === 'phone' && query.includes('max-width')
    },
    addEventListener: (_type: string, listener: () => void) => onWidth.add(listener),
    removeEventListener: (_type: string, listener: () => void) => onWidth.delete(listener),
  }))
  for (const listener of onWidth) listener()
}

/** Renders the list page with a query in its address. */
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
  return showPage(page, { client: line.client, path: '/spaces', at: `/spaces${search}` })
}

/** Renders the list page and waits for its rows. */
export async function showTable(search = '', props: Partial<TableListProps<Space>> = {}) {
  const shown = renderTable(search, props)
  await screen.findByText(/of \d+$| in total$/, { selector: '[role=status]' })
  return shown
}

/** Names on the screen, from top to bottom. */
export const names = () => screen.queryAllByText(/^space-\d{3}$/).map(({ textContent }) => textContent)
export const query = () => new URLSearchParams(address()?.split('?')[1])
export const filterInAddress = () => JSON.parse(query().get('filter') ?? '{}')
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const press = (name: string | RegExp) => fireEvent.click(button(name))
export const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
