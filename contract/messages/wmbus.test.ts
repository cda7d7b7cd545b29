import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWmbusCommand, parseWmbusAddresses, wmbusCommands, wrongWmbusLine } from './wmbus'

describe('a file of wM-BUS addresses', () => {
  test.each([
    ['one in each line', '11111111\n22222222\n', ['11111111', '22222222']],
    ['line ends of Windows', '11111111\r\n22222222\r\n', ['11111111', '22222222']],
    ['a byte order mark', '\uFEFF11111111\n22222222', ['11111111', '22222222']],
    ['the suffix S', '11111111 S\n22222222', ['11111111 S', '22222222']],
    ['the suffix in a column of its own', '11111111;S\n22222222,S', ['11111111 S', '22222222 S']],
    ['empty columns at the end', '11111111;;\n22222222,\n', ['11111111', '22222222']],
    ['empty lines', '\n11111111\n\n ; \n22222222\n\n', ['11111111', '22222222']],
    ['leading zeros', '00000001', ['00000001']],
    ['spaces and tabs around', '  11111111\t\n\t22222222   S ', ['11111111', '22222222 S']],
    ['repeated addresses', '22222222\n11111111\n22222222;\n', ['22222222', '11111111']],
  ])('may have %s', (_what, text, addresses) => {
    expect(parseWmbusAddresses(text)).toEqual(addresses)
  })

  test.each([
    ['nothing', ''],
    ['only separators', ' ;\n,,\n'],
    ['a header', 'address\n11111111'],
    ['two addresses in a line', '11111111;22222222'],
    ['another suffix', '11111111 T'],
    ['a small s', '11111111 s'],
    ['the suffix alone', 'S'],
    ['the suffix without a space', '11111111S'],
    ['letters', '1111111a'],
    ['quotes', '"11111111"'],
    ['a sign', '-11111111'],
    ['digits of another script', '١١١١١١١١'],
    ['bytes that are no text', 'PK\u0003\u0004\u0000'],
  ])('is refused when it has %s', (_what, text) => {
    expect(parseWmbusAddresses(text)).toBeNull()
  })
})

test.each([
  ['11111111\r\n\r\naddress\n22222222', 3],
  ['address', 1],
  ['11111111\n22222222;33333333\nx', 2],
  ['11111111\n', null],
  ['', null],
])('the first wrong line of %j is %j', (text, line) => expect(wrongWmbusLine(text)).toBe(line))

const address = fc
  .tuple(fc.stringMatching(/^\d{1,12}$/), fc.boolean())
  .map(([digits, suffixed]) => (suffixed ? `${digits} S` : digits))
const blank = fc.stringMatching(/^[ ;,\t]{0,3}$/)

test('addresses are found in order with any separators', () => {
  const line = fc.tuple(blank, address, blank).map((parts) => parts.join(''))
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), lineEnd, (lines, end) => {
      const expected = new Set(lines.map((text) => text.replace(/^[ ;,\t]+|[ ;,\t]+$/g, '')))
      expect(parseWmbusAddresses(lines.join(end))).toEqual([...expected])
    }),
  )
})

test('one wrong line refuses the file', () => {
  const wrong = fc.string({ minLength: 1 }).filter((text) => !/^[\d\sS;,]*$/.test(text))
  fc.assert(
    fc.property(fc.array(address), wrong, fc.array(address), (before, line, after) => {
      expect(parseWmbusAddresses([...before, line, ...after].join('\n'))).toBeNull()
    }),
  )
})

test('the commands count the addresses, then add each', () => {
  expect(wmbusCommands(['11111111', '22222222 S'])).toEqual([
    'app config address count 2',
    'app config address add 11111111',
    'app config address add 22222222 S',
  ])
})

test('the commands are distinguished from others', () => {
  fc.assert(fc.property(fc.array(address), (addresses) => wmbusCommands(addresses).every(isWmbusCommand)))
  expect(['app config interval-report 1800', 'app config address-book x'].some(isWmbusCommand)).toBe(false)
})
