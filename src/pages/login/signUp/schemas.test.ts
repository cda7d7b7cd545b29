// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { z } from 'zod'
import { emailAndPasswordForm, takeFragmentToken, takeMailLink } from './schemas'

const link = { id: '0190a000-0000-7000-8000-000000000001', token: 's3cret', email: 'anna@example.com' }
const open = (path: string) => window.history.replaceState({ idx: 1 }, '', path)
const address = () => window.location.pathname + window.location.search + window.location.hash

test('the link of an e-mail is removed from the address, and survives a reload', () => {
  open(`/signup?${new URLSearchParams({ ...link, space_id: '7' })}`)
  expect(takeMailLink().link).toEqual(link)
  expect(address()).toBe('/signup?space_id=7')
  expect(takeMailLink().link).toEqual(link)
  expect(window.history.state).toMatchObject({ idx: 1 })
})

test('a newer link replaces the former one', () => {
  open(`/signup?${new URLSearchParams(link)}`)
  takeMailLink()
  const newer = { ...link, token: 'newer' }
  window.history.replaceState(window.history.state, '', `/signup?${new URLSearchParams(newer)}`)
  expect(takeMailLink().link).toEqual(newer)
})

test('all faults of a new password are found at once', () => {
  const typed = { email: 'anna', password: 'short', again: 'other' }
  const { error } = emailAndPasswordForm(z.string().min(8)).safeParse(typed)
  expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(new Set(Object.keys(typed)))
})

test('an incomplete link is ignored, and its token is removed from the address', () => {
  open('/login/new-password?id=1&token=s3cret&email=anna@example.com')
  const damaged = { link: null, isDamaged: true, email: 'anna@example.com' }
  expect([takeMailLink(), takeMailLink()]).toEqual([damaged, damaged])
  expect(address()).toBe('/login/new-password')
})

test('a page without a link is unchanged', () => {
  open('/signup?space_id=7#top')
  expect(takeMailLink()).toEqual({ link: null, isDamaged: false, email: undefined })
  expect(address()).toBe('/signup?space_id=7#top')
})

test('the token of a fragment is removed from the address, and survives a reload', () => {
  open('/setup#token=s3cret')
  expect(takeFragmentToken()).toBe('s3cret')
  expect(address()).toBe('/setup')
  expect(takeFragmentToken()).toBe('s3cret')
  open('/setup')
  expect(takeFragmentToken()).toBeNull()
})
