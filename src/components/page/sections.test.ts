import { expect, test } from 'vitest'
import { sectionOf } from './sections'

const guideOf = (path: string) => sectionOf(path)?.guide

test('the last part of an address that names a page counts', () => {
  expect(guideOf('/spaces')).toBe('spaces')
  expect(guideOf('/space/7')).toBe('spaces')
  expect(guideOf('/space/7/alert-rules/9/?')).toBe('alerts#rules')
  expect(guideOf('/space/7/devices/9/console')).toBe('device#shell-console')
  expect(guideOf('/no-such-page')).toBeUndefined()
})

test('a tab has a part of its own, and other tabs that of their page', () => {
  expect(guideOf('/space/7/devices/9/?history')).toBe('history')
  expect(guideOf('/space/7/connectors/9/?devices')).toBe('connectors')
})

test('a part that means different things is distinguished by the one before it', () => {
  expect(guideOf('/space/7/users/9')).toBe('spaces#invite-people')
  expect(guideOf('/admin/users/9')).toBe('admin#users')
  expect(guideOf('/profile/security')).toBe('accounts#second-factor')
})
