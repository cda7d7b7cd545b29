// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { forgetVisits } from '../authProvider/session'
import { areaOf, lastVisit, rememberVisit } from './areas'

beforeEach(() => sessionStorage.clear())

test('the admin area is everything below /admin', () => {
  expect(['/admin', '/admin/', '/admin/users?page=2', '/admin?x=1'].map(areaOf)).toEqual(
    Array(4).fill('admin'),
  )
  expect(['/', '/spaces', '/administer', '/space/admin'].map(areaOf)).toEqual(Array(4).fill('cloud'))
})

test('each area remembers its last visited path', () => {
  rememberVisit('/space/1/devices?page=3')
  rememberVisit('/admin/users')
  expect(lastVisit('cloud')).toBe('/space/1/devices?page=3')
  expect(lastVisit('admin')).toBe('/admin/users')
})

test('an area without a visit starts with its first page', () => {
  rememberVisit('/space/1/devices')
  forgetVisits()
  expect(lastVisit('cloud')).toBe('/spaces')
  expect(lastVisit('admin')).toBe('/admin')
})

test('a stored path to another place is not followed', () => {
  sessionStorage.setItem('lastPath.cloud', '//evil.example/space')
  sessionStorage.setItem('lastPath.admin', '/spaces')
  expect(lastVisit('cloud')).toBe('/spaces')
  expect(lastVisit('admin')).toBe('/admin')
})
