// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { languageOf } from './preferences'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

/** The preferences of a page that opens now. */
async function opened() {
  const { usePreferences } = await import('./preferences')
  return renderHook(usePreferences).result.current
}

const DEFAULTS = {
  darkMode: 'light',
  preferredLanguage: null,
  thinMode: false,
  menuCollapsed: false,
  shortcuts: true,
}

test('choices are restored when the page opens again', async () => {
  const { setPreferences } = await import('./preferences')
  setPreferences({ darkMode: 'dark', preferredLanguage: 'cs' })
  vi.resetModules()
  expect(await opened()).toEqual({ ...DEFAULTS, darkMode: 'dark', preferredLanguage: 'cs' })
})

test.each([
  'not JSON',
  'null',
  '7',
  '"dark"',
  '{"darkMode":"sepia","preferredLanguage":"de","thinMode":1,"menuCollapsed":{},"shortcuts":0}',
])('%s from another program is ignored', async (left) => {
  localStorage.setItem('preferences', left)
  expect(await opened()).toEqual(DEFAULTS)
})

/** Opens the page as an account. */
function openedBy(id: string) {
  vi.resetModules()
  localStorage.setItem('user', JSON.stringify({ id }))
  return opened()
}

test('two people who share a browser have their own density, and share all else', async () => {
  await openedBy('ann')
  const { setPreferences } = await import('./preferences')
  setPreferences({ thinMode: true, darkMode: 'dark' })
  expect(await openedBy('bob')).toMatchObject({ thinMode: false, darkMode: 'dark' })
  const { setPreferences: setOfBob } = await import('./preferences')
  setOfBob({ shortcuts: false })
  expect(await openedBy('bob')).toMatchObject({ thinMode: false })
  expect(await openedBy('ann')).toMatchObject({ thinMode: true, shortcuts: false })
})

test('a density from before it was stored by account stays', async () => {
  localStorage.setItem('preferences', '{"thinMode":true}')
  expect(await openedBy('ann')).toMatchObject({ thinMode: true })
})

test('signing in changes the density at once', async () => {
  await openedBy('ann')
  const preferences = await import('./preferences')
  preferences.setPreferences({ thinMode: true })
  const { result } = renderHook(preferences.usePreferences)
  localStorage.setItem('user', '{"id":"bob"}')
  act(preferences.readPreferencesAgain)
  expect(result.current.thinMode).toBe(false)
})

test('choices in another tab are noticed, even after a part that used the preferences unmounts', async () => {
  const { usePreferences } = await import('./preferences')
  const { result } = renderHook(usePreferences)
  renderHook(usePreferences).unmount()
  localStorage.setItem('preferences', '{"darkMode":"dark"}')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' })))
  expect(result.current.darkMode).toBe('dark')
})

test('the language is the chosen one, otherwise the first supported one of the browser, otherwise English', () => {
  expect(languageOf('en', ['cs-CZ'])).toBe('en')
  expect(languageOf(null, ['de-DE', 'cs-CZ', 'en-US'])).toBe('cs')
  expect(languageOf(null, ['de-DE'])).toBe('en')
})
