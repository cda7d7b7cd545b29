// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localKeeper } from './storage'

// Other files use the same storage.
beforeEach(() => localStorage.clear())

afterEach(() => {
  vi.restoreAllMocks()
  localKeeper.removeItem('colour')
  localStorage.clear()
})

const forbid = () =>
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })

const fill = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })

test('stored values are in the storage of the browser', () => {
  localKeeper.setItem('colour', 'red')
  expect(localStorage.getItem('colour')).toBe('red')
  expect(localKeeper.getItem('colour')).toBe('red')
  expect(localKeeper.keys()).toEqual(['colour'])
})

test.each([
  ['forbidden', forbid],
  ['full', fill],
])('a storage that is %s keeps values as long as the page', (_state, refuse) => {
  localKeeper.setItem('colour', 'red')
  refuse()
  localKeeper.setItem('colour', 'green')
  expect(localKeeper.getItem('colour')).toBe('green')
  expect(localKeeper.keys()).toContain('colour')
  localKeeper.removeItem('colour')
  expect(localKeeper.getItem('colour')).toBeNull()
})

test('a forbidden storage is empty', () => {
  localStorage.setItem('colour', 'red')
  forbid()
  expect(localKeeper.getItem('colour')).toBeNull()
})
