import { expect, test } from 'vitest'
import { isCommonPassword } from '#contract/common'
import { COMMON_PASSWORDS, strengthOf } from './estimate'

test.each([
  ['12345', 'weak'],
  ['password1234', 'weak'],
  ['qwertyuiop', 'weak'],
  ['spaceport7', 'fair'],
  ['correct horse battery', 'strong'],
  ['pA7$kq!vX2', 'fair'],
])('the strength of %s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})

test('a very long password is estimated at once', () => {
  const began = performance.now()
  expect(strengthOf('a1!'.repeat(340))).toBeDefined()
  expect(performance.now() - began).toBeLessThan(1000)
})

test('a common password is recognized in any letter case', () => {
  for (const password of ['123456', 'PassWord', 'ｐassword'])
    expect(isCommonPassword(COMMON_PASSWORDS, password)).toBe(true)
  expect(isCommonPassword(COMMON_PASSWORDS, 'a horse of glass')).toBe(false)
})
