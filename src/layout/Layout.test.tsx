import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { DataProvider } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { buildSpace, inLayout, shownAddress } from '../../tests/support/layout'
import { Layout, useScrollToTop } from './Layout'
import { SpaceSelector } from './topBar/TopBar'

const greenhouse = buildSpace(1, { name: 'greenhouse' })
const office = buildSpace(2, { name: 'office' })
const invitation = buildSpace(3, { name: 'warehouse', invited: true })

const holding =
  (...spaces: object[]): DataProvider['getList'] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- react-admin lets the caller name the row type
  async () => ({ data: spaces as never[], total: spaces.length })

const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

async function open(getList: DataProvider['getList'], space = greenhouse) {
  const user = userEvent.setup()
  render(inLayout(<SpaceSelector />, { path: `/space/${space.id}`, space, getList }))
  await user.click(screen.getByRole('button', { name: `Space ${space.name}` }))
  await screen.findByRole('combobox', { name: 'Filter spaces' })
  return user
}

test('asks to select a space when none is open', () => {
  render(inLayout(<SpaceSelector />))
  expect(screen.getByRole('button', { name: 'Select a space' }).getAttribute('aria-expanded')).toBe('false')
})

test('filters the spaces while typing, and says when none is left', async () => {
  const user = await open(holding(greenhouse, office))
  await user.keyboard('OFF')
  expect(names()).toEqual(['Ooffice'])
  await user.keyboard('x')
  expect(names()).toEqual([])
  expect(screen.getByText('No space matches the filter.')).toBeDefined()
})

test('opens the devices of the space chosen with arrows and Enter', async () => {
  const user = await open(holding(greenhouse, office))
  expect(screen.getByRole('option', { name: 'greenhouse' }).getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(shownAddress()).toBe(`/space/${office.id}/devices`)
})

test('an invitation is marked and leads nowhere', async () => {
  const user = await open(holding(greenhouse, invitation))
  const option = screen.getByRole('option', { name: /^warehouse.*Invitation$/ })
  expect(option.getAttribute('aria-disabled')).toBe('true')
  await user.click(option)
  expect(shownAddress()).toBe(`/space/${greenhouse.id}`)
})

test('Escape closes it and returns the focus', async () => {
  const user = await open(holding(greenhouse, office))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Space greenhouse' }))
})

test('leads to the dialog for a new space and to the list of spaces', async () => {
  const user = await open(holding(greenhouse))
  expect(screen.getByRole('link', { name: 'Browse spaces' }).getAttribute('href')).toBe('/spaces')
  await user.click(screen.getByRole('link', { name: 'Create space' }))
  expect(shownAddress()).toBe('/spaces?create=true')
})

test.each([
  ['user', false],
  ['admin', true],
] as const)('an address of the admin area shows its menu to a %s: %s', (systemRole, isShown) => {
  render(inLayout(<Layout spaceId={undefined} />, { path: '/admin/users', systemRole }))
  expect(screen.queryByRole('link', { name: 'Overview' }) !== null).toBe(isShown)
  expect(screen.queryByText('Admin area') !== null).toBe(isShown)
})

function Page() {
  useScrollToTop()
  return null
}

test('a new page is shown from its top; a filter and going back keep the scroll position', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  render(<RouterProvider router={router} />)
  const go = async (to: string | number) => {
    scrollTo.mockClear()
    await act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)))
    return scrollTo.mock.calls
  }

  expect(scrollTo).not.toHaveBeenCalled()
  expect(await go('/devices')).toEqual([[0, 0]])
  expect(await go('/devices?page=2')).toEqual([])
  expect(await go(-2)).toEqual([])
})

test('a printed page has its space and its address above', async () => {
  const path = `/space/${greenhouse.id}/devices`
  render(inLayout(<Layout spaceId={greenhouse.id} />, { path, space: greenhouse }))
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(await screen.findByText('greenhouse – Spaceport')).toBeDefined()
  expect(screen.getByText(window.location.href)).toBeDefined()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText('greenhouse – Spaceport')).toBeNull()
})
