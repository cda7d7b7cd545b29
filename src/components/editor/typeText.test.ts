import fc from 'fast-check'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { typeText } from './typeText'

describe('the type of a value', () => {
  it('has its fields', () => {
    expect(typeText([{ body: { temperature: 21.5, unit: 'C', ok: true, note: null } }])).toBe(
      '{ body: { temperature: number; unit: string; ok: boolean; note: null } }',
    )
  })

  it('merges the items of a list: fields of only some are optional', () => {
    expect(typeText([[{ a: 1 }, { a: 'x', b: [] }, null]])).toBe(
      'Array<{ a: number | string; b?: any[] } | null>',
    )
  })

  it('merges samples, and keeps the fields of objects among other values', () => {
    expect(typeText([{ body: { a: 1 } }, { body: 'text' }, { body: { b: [2] } }, { body: [3] }])).toBe(
      '{ body: { a?: number; b?: Array<number> } }',
    )
    expect(typeText(['text', 1, [true]])).toBe('Array<boolean>')
  })

  it('quotes names that are no identifiers', () => {
    expect(typeText([{ 'wm-bus': 1, '0x': 2, 'a"b\n': 3, žár: 4, '': 5 }])).toBe(
      '{ "wm-bus": number; "0x": number; "a\\"b\\n": number; žár: number; "": number }',
    )
  })

  it('ends at a depth that is useless for completion', () => {
    const deep: unknown = JSON.parse('['.repeat(5000) + ']'.repeat(5000))
    expect(typeText([deep])).toMatch(/^(Array<)+any>+$/)
  })

  it('is valid TypeScript for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string({ unit: 'binary' }), (value, key) => {
        const code = `type Input = ${typeText([{ [key]: value, value }])}`
        expect(parseAst(code, { lang: 'ts' }).body).toHaveLength(1)
      }),
      { numRuns: 30 },
    )
    expect(() => parseAst('type Input = { a-b: number }', { lang: 'ts' })).toThrow('Parse failed')
  })
})
