import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import { buildSpace, inLayout, shownAddress } from '../../../tests/support/layout'
import { i18nIn } from '../../../tests/support/texts'
import { setPreferences } from '../../preferences'
import { rememberVisit } from '../areas'
import { SideMenu } from './SideMenu'

const space = buildSpace(1, { name: 'greenhouse' })
const link = (name: string) => screen.getByRole('link', { name })

test('the sections of a space are disabled until one is selected, and say why', () => {
  render(inLayout(<SideMenu area="cloud" spaceId={undefined} />))
  for (const name of ['Space info', 'Devices']) {
    expect(link(name).getAttribute('aria-disabled')).toBe('true')
    expect(link(name).getAttribute('href')).toBeNull()
    const reason = document.getElementById(link(name).getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Select a space first')
  }
})

test('the sections lead into the selected space, and the current one is marked', () => {
  const path = `/space/${space.id}/devices`
  render(inLayout(<SideMenu area="cloud" spaceId={space.id} />, { path, space }))
  expect(link('Devices').getAttribute('href')).toBe(path)
  expect(link('Devices').getAttribute('aria-current')).toBe('page')
  expect(link('Space info').getAttribute('href')).toBe(`/space/${space.id}`)
  expect(link('Space info').getAttribute('aria-current')).toBeNull()
})

test('the menu has no sections that the server lacks, and none that are reached from another page', () => {
  const path = `/space/${space.id}/devices`
  render(inLayout(<SideMenu area="cloud" spaceId={space.id} />, { path, space }))
  expect(screen.queryByRole('link', { name: 'Alerts' })).toBeNull()
  cleanup()
  const capabilities = [ALERTS_CAPABILITY]
  render(inLayout(<SideMenu area="cloud" spaceId={space.id} />, { path, space, capabilities }))
  expect(link('Alerts').getAttribute('href')).toBe(`/space/${space.id}/alerts`)
  expect(screen.queryByRole('link', { name: 'Alert rules' })).toBeNull()
})

test('leads to the guides, and says in Czech that they are in English', async () => {
  render(inLayout(<SideMenu area="cloud" spaceId={undefined} />, { links: {} }))
  expect(link('Documentation (opens in a new tab)').getAttribute('href')).toBe('/guide/index.html')
  expect((await i18nIn('cs')).translate('layout.menu.guides')).toBe('Příručka (anglicky)')
})

test('shows only the links of the configuration, which may name another documentation', () => {
  render(inLayout(<SideMenu area="cloud" spaceId={undefined} />))
  expect(link('Documentation (opens in a new tab)').getAttribute('href')).toBe('https://docs.example.com')
  expect(screen.queryByRole('link', { name: /Website|Legacy/ })).toBeNull()
})

test('only administrators can open the admin area', () => {
  render(inLayout(<SideMenu area="cloud" spaceId={undefined} />))
  expect(screen.queryByRole('link', { name: 'Admin area' })).toBeNull()
})

test('the link between areas leads to the last visited path there', async () => {
  rememberVisit('/space/1/devices?page=2')
  rememberVisit('/admin/users')
  render(inLayout(<SideMenu area="cloud" spaceId={undefined} />, { systemRole: 'admin' }))
  await userEvent.click(link('Admin area'))
  expect(shownAddress()).toBe('/admin/users')
  cleanup()
  render(inLayout(<SideMenu area="admin" spaceId={undefined} />, { systemRole: 'admin' }))
  await userEvent.click(link('Back to cloud'))
  expect(shownAddress()).toBe('/space/1/devices?page=2')
})

test('the user can collapse the menu on a wide page', async () => {
  render(inLayout(<SideMenu area="cloud" spaceId={undefined} collapsible />))
  await userEvent.click(screen.getByRole('button', { name: 'Collapse menu' }))
  expect(JSON.parse(localStorage.getItem('preferences') ?? '{}')).toMatchObject({ menuCollapsed: true })
  setPreferences({ menuCollapsed: false })
  cleanup()
  render(inLayout(<SideMenu area="cloud" spaceId={undefined} rail />))
  expect(screen.queryByRole('button')).toBeNull()
  expect(link('Spaces')).toBeDefined()
})
