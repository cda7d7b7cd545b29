import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calleeAt } from './callee'

test.each([
  ['const x = job.a.map§((x) => x)', 'job.a.map'],
  ['const x = 1 + job\n  .a\n  .map§(1)', 'job .a .map'],
  ['call§()', 'call'],
  ['a["b c"]§(1)', 'a["b c"]'],
  ['a.b(c(1), [2])§(3)', 'a.b(c(1), [2])'],
  ['a?.b?.§(1)', 'a?.b'],
  ['(a || b)§(1)', '(a || b)'],
  ['if (x) a.b§(1)', 'a.b'],
  ['[1, 2].sum§()', '[1, 2].sum'],
  ['"a(".foo§()', '"a(".foo'],
  ['a.tag§`x`', 'a.tag'],
  ['f(/["(]/).x§()', 'f(/["(]/).x'],
  ['1 / a.b§() / 2', 'a.b'],
  ['url = `https://${a.b§()}/x`', 'a.b'],
  ['url = `${`${a["}"].b§(1)}`}`', 'a["}"].b'],
  ['/* a( */ b /* ) */ .c§() // (', 'b /* ) */ .c'],
  ['§return a.b(c(1))', 'a.b'],
  ['§return 1,\n a.b(2)', 'a.b'],
  ['if (x) §return a.b(1)\nc()', 'a.b'],
  ['{ §return a.b() } c()', 'a.b'],
  ['§return a.b(1).c(); d()', 'a.b(1).c'],
  ['§return a in b()', 'b'],
  ['žluť.€§()', undefined],
  ['throw new TypeError§("x")', undefined],
  ['§return 5', undefined],
  ['const x§ = 5', undefined],
  ['({ a })§()', '({ a })'],
])('the callee in %s is %j', (marked, callee) => {
  expect(calleeAt(marked.replace('§', ''), marked.indexOf('§'))).toBe(callee)
})

test('a long chain shows its end', () => {
  const source = `${'a.'.repeat(60)}last`
  expect(calleeAt(`${source}()`, source.length)).toBe(`…${source.slice(-79)}`)
})

test('it accepts any text', () => {
  const part = fc.constantFrom(
    '`',
    '${',
    '}',
    '{',
    '(',
    ')',
    '"',
    "'",
    '/',
    '*',
    '[',
    ']',
    '\\',
    '.',
    'a',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(part), fc.nat(20), (parts, index) => {
      expect(() => calleeAt(parts.join(''), index)).not.toThrow()
    }),
  )
})
