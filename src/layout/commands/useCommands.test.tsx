import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import { buildSpace, inLayout, shownAddress } from '../../../tests/support/layout'
import { SHORTCUTS } from '../../components/shortcuts/shortcuts'
import { useShortcutOf } from '../../components/shortcuts/useShortcut'
import { setPreferences } from '../../preferences'
import { registry } from '../../resources/registry'
import { useCommands } from './useCommands'

const space = buildSpace(1)
const create = vi.fn<() => void>()
const edit = vi.fn<() => void>()

function Page() {
  const { dialog } = useCommands(space.id)
  const shortcutOf = useShortcutOf()
  return (
    <main>
      <header>
        <nav>
          <ol>
            <li>
              <a href="#list" onClick={leave}>
                List
              </a>
            </li>
          </ol>
        </nav>
      </header>
      <button type="button" {...shortcutOf('create', 'Create')} onClick={create}>
        Create
      </button>
      <button type="button" aria-disabled="true" {...shortcutOf('edit', 'Edit')} onClick={edit}>
        Edit
      </button>
      <input aria-label="Filter" {...shortcutOf('filter', 'Filter')} />
      <select aria-label="Size" />
      {dialog}
    </main>
  )
}
const leave = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())

function show(path = `/space/${space.id}/devices/1`) {
  for (const mock of [create, edit, leave]) mock.mockClear()
  render(inLayout(<Page />, { path, space, capabilities: [ALERTS_CAPABILITY, OVERVIEW_CAPABILITY] }))
  return userEvent.setup()
}

test('single keys press the buttons of the page, and focus disabled ones', async () => {
  const user = show()
  await user.keyboard('c')
  expect(create).toHaveBeenCalledOnce()
  await user.keyboard('e')
  expect(edit).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }))
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Filter'))
})

test('g and a letter open a section of the space', async () => {
  const user = show()
  await user.keyboard('gm')
  expect(shownAddress()).toBe(`/space/${space.id}/messages`)
  await user.keyboard('gs')
  expect(shownAddress()).toBe('/spaces')
  expect(create).not.toHaveBeenCalled()
})

test('every section of the menu has its letter', async () => {
  const user = show()
  const letters = SHORTCUTS.go.map(({ keys }) => keys[1])
  expect(new Set(letters).size).toBe(letters.length)
  const named = new Set<string>([...SHORTCUTS.go, ...SHORTCUTS.admin].map(({ name }) => name))
  expect(registry.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  await user.keyboard('ga')
  expect(shownAddress()).toBe(`/space/${space.id}/alerts`)
  await user.keyboard('go')
  expect(shownAddress()).toBe(`/space/${space.id}/overview`)
})

test('Escape leaves the edit mode, then the record', async () => {
  const user = show(`/space/${space.id}/devices/1?edit=true&tab=x`)
  await user.keyboard('{Escape}')
  expect(shownAddress()).toBe(`/space/${space.id}/devices/1?tab=x`)
  expect(leave).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(leave).toHaveBeenCalledOnce()
})

test('nothing happens while typing, in a select, or with a modifier', async () => {
  const user = show()
  await user.click(screen.getByLabelText('Filter'))
  await user.keyboard('c?gd')
  expect(screen.getByLabelText('Filter')).toHaveProperty('value', 'c?gd')
  await user.click(screen.getByLabelText('Size'))
  await user.keyboard('c')
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.keyboard('{Alt>}c{/Alt}{Control>}c{/Control}{Shift>}C{/Shift}')
  expect(create).not.toHaveBeenCalled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a question mark lists the shortcuts, and no other works while the list is open', async () => {
  const user = show()
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog.textContent).toContain('Create in this list')
  expect(dialog.textContent).toContain('Connectors')
  await user.keyboard('c')
  expect(create).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('single keys that are switched off do nothing, and no button names them', async () => {
  setPreferences({ shortcuts: false })
  const user = show()
  await user.keyboard('c?gm')
  expect(create).not.toHaveBeenCalled()
  expect(shownAddress()).toBe(`/space/${space.id}/devices/1`)
  const button = screen.getByRole('button', { name: 'Create' })
  expect([button.title, button.getAttribute('aria-keyshortcuts')]).toEqual(['', null])
})

test('tooltips and screen readers name the key', () => {
  show()
  const button = screen.getByRole('button', { name: 'Create' })
  expect([button.title, button.getAttribute('aria-keyshortcuts')]).toEqual(['Create (c)', 'c'])
})

test('a phone shows no hints about keys', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(hover: none) and (pointer: coarse)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  show()
  expect(screen.getByRole('button', { name: 'Create' }).title).toBe('Create')
})
