import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { configurationState } from '../devices'
import {
  CONFIGURATION_MAX,
  type ConfigurationForm,
  differencesOf,
  isLineName,
  orderOf,
  REPORT_READ_MAX,
  readConfiguration,
  settingsSchema,
  strangeName,
  wishesSchema,
} from '.'

const settingsOf = (body: unknown) => readConfiguration(body)?.settings

describe('lines', () => {
  test.each([
    ['app config interval-report 900', { 'app config interval-report': '900' }],
    ['  APP   Config\tInterval-Report   900  ', { 'app config interval-report': '900' }],
    ['app config name "pump  3"', { 'app config name': 'pump  3' }],
    ["app config name 'pump 3'", { 'app config name': 'pump 3' }],
    ['app config name pump 3', { 'app config name': 'pump 3' }],
    ['app config name "a \\"b\\" \\\\c"', { 'app config name': 'a "b" \\c' }],
    ['lte config apn ""', { 'lte config apn': '' }],
    ['app config mode lte # the default', { 'app config mode': 'lte' }],
    ['app config colour #ff0000', { 'app config colour': '#ff0000' }],
    [
      'app config mode lte\r\nlte config auth none\r\n',
      { 'app config mode': 'lte', 'lte config auth': 'none' },
    ],
    [['app config mode lte', 7, null, 'app config mode nb'], { 'app config mode': 'nb' }],
    [['# app config mode lte', '// app config a 1', 'app config b 2'], { 'app config b': '2' }],
    ['app config name a\u0000b\ud800', { 'app config name': 'a b' }],
    ['net lte config antenna ext', { 'net lte config antenna': 'ext' }],
  ])('%j', (body, settings) => {
    expect(readConfiguration(body)).toEqual({ form: 'lines', settings, isPartial: false })
  })

  test.each([
    'config save',
    'config show',
    'app config show',
    'app config show all',
    'app config interval-report',
    'app config save now',
    'ok',
    '',
    [],
    null,
    7,
    [['app config mode lte']],
    { down_message_id: 'one', result: 0 },
    {},
  ])('%j has no settings', (body) => {
    expect(readConfiguration(body)).toBeNull()
  })
})

describe('JSON', () => {
  test('is flattened by dots; lists and empty objects are values', () => {
    expect(
      readConfiguration({ report: { every: 900, days: [1, 2] }, name: 'pump', off: {}, on: true }),
    ).toEqual({
      form: 'json',
      settings: { name: 'pump', off: '{}', on: 'true', 'report.days': '[1,2]', 'report.every': '900' },
      isPartial: false,
    })
  })

  test('text that looks like another value is quoted, and so is text of several lines', () => {
    expect(settingsOf({ a: '900', b: 'true', c: ' x', d: 'x\ny', e: '', f: null })).toEqual({
      a: '"900"',
      b: '"true"',
      c: '" x"',
      d: '"x\\ny"',
      e: '""',
      f: 'null',
    })
  })

  test('a dot in a key stays apart from a member', () => {
    const body = { 'a.b': 1, a: { c: 2 }, 'd\\': { e: 3 } }
    const settings = settingsOf(body) ?? {}
    expect(settings).toEqual({ 'a.c': '2', 'a\\.b': '1', 'd\\\\.e': '3' })
    const wished = Object.entries(settings).map(([name, value]) => ({ name, wished: value }))
    expect(orderOf(wished, 'json')).toEqual(body)
  })

  test('a name that objects lose is left out', () => {
    expect(settingsOf(JSON.parse('{"__proto__":{"x":1},"a":1}'))).toEqual({ a: '1' })
  })
})

describe('limits', () => {
  test('the first thousand by name are kept', () => {
    const lines = Array.from({ length: CONFIGURATION_MAX + 1 }, (_, i) => `app config k${9999 - i} 1`)
    const read = readConfiguration(lines)
    expect(Object.keys(read?.settings ?? {})).toHaveLength(CONFIGURATION_MAX)
    expect(read?.isPartial).toBe(true)
    expect(read?.settings).not.toHaveProperty('app config k9999')
  })

  test('long names and values are left out, and that is said', () => {
    expect(readConfiguration({ a: 'x'.repeat(4096), b: 'x'.repeat(4097), ['c'.repeat(256)]: 1 })).toEqual({
      form: 'json',
      settings: { a: 'x'.repeat(4096) },
      isPartial: true,
    })
  })

  test('hostile lines are read to their end', () => {
    const lines = [
      'a '.repeat(1e5),
      'config '.repeat(2e4),
      ' '.repeat(1e5),
      `a config b "${'\\x'.repeat(2400)}`,
    ]
    expect(readConfiguration([...lines, 'app config mode lte'])?.settings).toEqual({
      'app config mode': 'lte',
    })
  })

  test('only the first lines or members are read', () => {
    const read = readConfiguration([...Array(REPORT_READ_MAX).fill('a'), 'app config mode lte'])
    expect(read).toBeNull()
  })
})

describe('differences', () => {
  test('are the wished settings that the device does not have', () => {
    const reported = { 'app config mode': 'lte', 'app config other': '1' }
    const wished = { 'app config name': 'pump', 'app config mode': 'nb' }
    const differences = differencesOf(reported, wished)
    expect(differences).toEqual([
      { name: 'app config mode', wished: 'nb', reported: 'lte' },
      { name: 'app config name', wished: 'pump', reported: null },
    ])
    expect(orderOf(differences)).toEqual(['app config mode nb', 'app config name pump'])
  })

  test('numbers of JSON are the same however they are written; those of lines are text', () => {
    expect(differencesOf({ a: '900' }, { a: '9e2' }, 'json')).toEqual([])
    expect(differencesOf({ 'app config a': '900' }, { 'app config a': '9e2' }, 'lines')).toHaveLength(1)
  })

  test('names of objects are names', () => {
    expect(differencesOf({}, { constructor: '1' }, 'json')).toEqual([
      { name: 'constructor', wished: '1', reported: null },
    ])
  })

  test('an order of JSON has just the members that differ', () => {
    const differences = differencesOf({ 'a.b': '1', 'a.c': '2', d: '3' }, { 'a.b': '7', 'a.c': '2' }, 'json')
    expect(orderOf(differences, 'json')).toEqual({ a: { b: 7 } })
  })

  test('a name that cannot be a line is strange to a device of lines', () => {
    expect(strangeName('lines', ['app config a', 'report.every'])).toBe('report.every')
    expect(strangeName('json', ['report.every'])).toBeUndefined()
  })
})

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/).filter((text) => text !== 'config')
const lineNames = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), word)
  .map(([words, key]) => `${words.join(' ')} config ${key}`)
  .filter(isLineName)
const lineValues = fc.string({ maxLength: 40 }).map((text) => text.replace(/\p{Cc}/gu, '').trim())

const orders = (form: ConfigurationForm, settings: Record<string, string>) =>
  orderOf(
    Object.entries(settings).map(([name, wished]) => ({ name, wished })),
    form,
  )

test('a device that has carried out an order of lines reports what was wished', () => {
  fc.assert(
    fc.property(fc.dictionary(lineNames, lineValues, { minKeys: 1, maxKeys: 5 }), (wished) => {
      const read = readConfiguration(orders('lines', wished))
      expect(differencesOf(read?.settings ?? {}, wished, 'lines')).toEqual([])
    }),
  )
})

const leaves = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer()))
const { tree } = fc.letrec<{ tree: Record<string, unknown>; node: unknown }>((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, leaves, tie('tree')),
  tree: fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), tie('node'), { maxKeys: 4 }),
}))

test('settings of JSON ordered again are the object that they came from', () => {
  fc.assert(
    fc.property(tree, (body) => {
      const read = readConfiguration(body)
      fc.pre(read !== null)
      const again = readConfiguration(orders('json', { ...read.settings }))
      expect(again).toEqual(read)
    }),
  )
})

test.each([
  [{ wished: 0, differences: 0, isOrdered: true }, 'none'],
  [{ wished: 2, differences: 0, isOrdered: true }, 'as_wished'],
  [{ wished: 2, differences: 1, isOrdered: true }, 'waiting'],
  [{ wished: 2, differences: 1, isOrdered: false }, 'differs'],
] as const)('the state of %o is %s', (facts, state) => {
  expect(configurationState(facts)).toBe(state)
})

describe('wishes', () => {
  test('have plain names', () => {
    expect(wishesSchema.parse({ ' App  config Mode ': ' lte ', 'report.every': null })).toEqual({
      'app config mode': 'lte',
      'report.every': null,
    })
  })

  test.each([
    [{ '': '1' }],
    [{ 'a\nb': '1' }],
    [{ a: 'x\ny' }],
    [{ a: 'x'.repeat(4097) }],
    [{ ['a'.repeat(256)]: '1' }],
    [{ 'app config save': 'now' }],
    [{ a: 'config save' }],
    [Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, '1']))],
  ])('are refused: %j', (wished) => {
    expect(wishesSchema.safeParse(wished).success).toBe(false)
  })

  test('a template has at least one setting', () => {
    expect(settingsSchema.safeParse({}).success).toBe(false)
    expect(settingsSchema.safeParse({ a: '1' }).success).toBe(true)
  })
})
