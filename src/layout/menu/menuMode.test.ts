import { expect, test } from 'vitest'
import { canCollapse, menuMode } from './menuMode'

test('below 768 px a hamburger opens the menu', () => {
  expect(menuMode(375, false)).toBe('drawer')
  expect(menuMode(767, true)).toBe('drawer')
})

test('from 768 px to 1400 px the menu is collapsed automatically', () => {
  expect(menuMode(768, false)).toBe('rail')
  expect(menuMode(1399, false)).toBe('rail')
  expect(canCollapse(1399)).toBe(false)
})

test('from 1400 px the user decides', () => {
  expect(canCollapse(1400)).toBe(true)
  expect(menuMode(1400, false)).toBe('full')
  expect(menuMode(1400, true)).toBe('rail')
})
