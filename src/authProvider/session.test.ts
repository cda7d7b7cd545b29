// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  clearSession,
  getToken,
  leaveTab,
  otherOwner,
  rememberPath,
  setToken,
  takeRememberedPath,
  takeTab,
  watchToken,
} from './session'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('stores one token: in the browser when remembered, otherwise in the tab', () => {
  setToken('remembered', true)
  expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual(['remembered', null])
  setToken('of the tab', false)
  expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'of the tab'])
  expect(getToken()).toBe('of the tab')
})

it('clears only the data of the person', () => {
  setToken('secret', true)
  for (const key of ['token.other', 'user', 'compareMessages', 'preferences']) localStorage.setItem(key, 'x')
  clearSession()
  expect(Object.keys(localStorage)).toEqual(['preferences'])
})

it('returns the remembered path once, and remembers no page of the sign-in', () => {
  rememberPath('/space/1/devices?page=2')
  rememberPath('/login/forgot-password')
  expect(takeRememberedPath()).toBe('/space/1/devices?page=2')
  expect(takeRememberedPath()).toBeNull()
})

const changed = vi.fn<() => void>()
/** Changes the storage like another tab. */
function elsewhere(change: () => void) {
  change()
  window.dispatchEvent(new StorageEvent('storage'))
}

afterEach(() => changed.mockReset())

it('notices that another tab signed out, or signed in another person', () => {
  setToken('mine', true)
  const stop = watchToken(changed)
  elsewhere(() => localStorage.setItem('preferences', '{}'))
  expect(changed).not.toHaveBeenCalled()
  elsewhere(() => localStorage.setItem('token', 'of somebody else'))
  elsewhere(() => localStorage.removeItem('token'))
  expect(changed).toHaveBeenCalledTimes(2)
  // This tab signs in while another one stores something else.
  localStorage.setItem('token', 'of a sign-in here')
  window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' }))
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  elsewhere(() => localStorage.setItem('token', 'of somebody else'))
  expect(changed).toHaveBeenCalledTimes(2)
})

it('ignores other tabs when the sign-in is only in this tab', () => {
  setToken('of the tab', false)
  const stop = watchToken(changed)
  elsewhere(() => localStorage.setItem('token', 'of somebody else'))
  stop()
  expect(changed).not.toHaveBeenCalled()
})

const tokenOf = (uid: string) => `x.${btoa(JSON.stringify({ uid, sys: 'user' }))}.x`

it('keeps the owner of a tab until that person signs out there or another one continues', () => {
  setToken(tokenOf('adam'), true)
  localStorage.setItem('token', tokenOf('adam'))
  expect(otherOwner()).toBeNull()
  localStorage.setItem('token', tokenOf('eva'))
  expect(otherOwner()).toEqual({ uid: 'adam', email: null })
  takeTab()
  expect(otherOwner()).toBeNull()

  leaveTab()
  localStorage.setItem('token', tokenOf('adam'))
  expect(otherOwner()).toBeNull()
})
