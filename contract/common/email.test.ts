import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailSchema } from './email'

test.each([
  ['user@bücher.example', 'user@bücher.example'],
  ['User@BÜCHER.example ', 'user@bücher.example'],
  ['user@xn--bcher-kva.example', 'user@bücher.example'],
  ['user@bu\u0308cher.example', 'user@bücher.example'],
  ['user@пример.рф', 'user@пример.рф'],
  ['user@xn--e1afmkfd.xn--p1ai', 'user@пример.рф'],
  ['user@例え。テスト', 'user@例え.テスト'],
  ['user@žluťoučký-kůň.cz', 'user@žluťoučký-kůň.cz'],
  ['a.b+c@Example.COM', 'a.b+c@example.com'],
  ['user@b-xn--c.example', 'user@b-xn--c.example'],
])('the address %j is read as %j', (typed, email) => {
  expect(emailSchema.parse(typed)).toBe(email)
  expect(emailSchema.parse(email)).toBe(email)
})

test.each([
  'user@bücher',
  'user@bücher.example/x',
  'user@bücher.example:25',
  'user@bü cher.example',
  'user@xn--a.example',
  'ü@example.com',
  'user@１２７.0.0.1',
  'user@',
  'bücher.example',
])('%j is no address', (typed) => {
  expect(emailSchema.safeParse(typed).success).toBe(false)
})

test('any domain that Node can write in both forms is read in both', () => {
  const letters = fc.array(fc.constantFrom(...'abcxyzäčřžйжщ例漢字κλ한글'), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(letters, (label) => {
      const ascii = domainToASCII(`${label.join('')}.example`)
      fc.pre(ascii !== '')
      expect(emailSchema.parse(`user@${ascii}`)).toBe(`user@${domainToUnicode(ascii)}`)
    }),
  )
})
