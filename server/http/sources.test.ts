import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ParsedJson } from '../text'
import { partsOf, withSources } from './sources'

/** A JSON text and the texts of its members or items. */
type Written = { text: string; members?: readonly [string | null, string][] }

const SPACES = fc.stringMatching(/^[ \t\n\r]{0,2}$/)
/** Long and short numbers in JSON notation. */
const NUMBERS = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,20})?([eE][+-]?\d)?$/)
const STRINGS = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\\\"', '"\\""', '"\\u0022}"', '"],{"', '"12345678901234567890"', '"\\\\\\""', '""'),
)
const KEYS = fc.oneof(fc.constantFrom('"body"', '"b\\u006fdy"', '"uplinks"', '"__proto__"'), STRINGS)

/** JSON texts as people and programs write them: with spaces, escapes and repeated names. */
const { value: VALUES } = fc.letrec<{ value: Written; list: Written; object: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    NUMBERS.map((text) => ({ text })),
    STRINGS.map((text) => ({ text })),
    fc.constantFrom('true', 'false', 'null').map((text) => ({ text })),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(fc.tuple(SPACES, tie('value'), SPACES), { maxLength: 4 }).map((items) => ({
    text: `[${items.map(([before, { text }, after]) => before + text + after).join(',')}]`,
    members: items.map(([, { text }]) => [null, text] as const).map(([key, text]) => [key, text]),
  })),
  object: fc
    .array(fc.tuple(SPACES, KEYS, SPACES, SPACES, tie('value'), SPACES), { maxLength: 4 })
    .map((all) => ({
      text: `{${all.map(([a, key, b, c, { text }, d]) => `${a}${key}${b}:${c}${text}${d}`).join(',')}}`,
      members: all.map(([, key, , , { text }]) => [String(JSON.parse(key)), text]),
    })),
}))

test('members of an object and items of a list are found exactly as they were written', () => {
  fc.assert(
    fc.property(
      VALUES.filter(({ members }) => members !== undefined),
      ({ text, members }) => {
        const found = Array.from(partsOf(text, 0)).map(({ key, start, end }) => [key, text.slice(start, end)])
        expect(found).toEqual(members)
      },
    ),
    { numRuns: 500 },
  )
})

const bodies = (value: unknown, text: string, messageAt: readonly string[]) =>
  withSources({ messageAt }, value, text)

/** Whether it has a number with more digits than JavaScript keeps. */
const isLong = (text: string) =>
  (text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/[^\s[\]{}:,]+/g) ?? []).some(
    (word) => /\d{16}/.test(word) && JSON.stringify(JSON.parse(word)) !== word,
  )

describe('the body of a message', () => {
  test('is its text when JavaScript would lose digits, and otherwise its value', () => {
    fc.assert(
      fc.property(VALUES, SPACES, VALUES, ({ text }, space, other) => {
        const sent = `${space}{"raw":null,"body":${other.text},"b\\u006fdy"${space}:${space}${text}${space},"id":"1234567890123456"}`
        const value = JSON.parse(sent)
        const found = bodies(value, sent, ['body'])
        const isText = typeof value.body === 'string'
        expect(found).toEqual({
          ...value,
          body: isLong(text) && !isText ? new ParsedJson(text, value.body) : value.body,
        })
      }),
      { numRuns: 500 },
    )
  })

  test('is its text independently in each message of a batch', () => {
    fc.assert(
      fc.property(fc.array(VALUES, { maxLength: 5 }), SPACES, (all, space) => {
        const items = all.map(({ text }) => `{"body":${text}${space}}${space}`)
        const sent = `{"uplinks":[1],${space}"uplinks":${space}[${space}${items.join(`,${space}`)}]}`
        const value = JSON.parse(sent)
        const texts = all.map(({ text }, i) => {
          const body = value.uplinks[i].body
          return { body: isLong(text) && typeof body !== 'string' ? new ParsedJson(text, body) : body }
        })
        expect(bodies(value, sent, ['uplinks', 'body'])).toEqual({ uplinks: texts })
      }),
      { numRuns: 300 },
    )
  })

  test('may be the whole body of a call', () => {
    expect(bodies([12345678901234568], ' [12345678901234567]\n', [])).toEqual(
      new ParsedJson('[12345678901234567]', [12345678901234568]),
    )
  })

  test('may be nested as deeply as a call can be, and deeper', () => {
    const deep = `${'['.repeat(50_000)}12345678901234567${']'.repeat(50_000)}`
    const value = { body: [] }
    expect(bodies(value, `{"body":${deep}}`, ['body'])).toEqual({ body: new ParsedJson(deep, []) })
  })
})
