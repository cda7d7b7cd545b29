import { describe, expect, test } from 'vitest'
import type { Condition } from '#contract/alerts'
import { SPACE_SERIES_MAX } from '#contract/series'
import { NEW_SCOPE, scopeCodec } from '../../components/alerts/scope/scope'
import { textOf } from '../../components/form/resolver'
import { conditionCodec, lastReadingAt, NEW_CONDITION, ruleOf, secondsOf } from './condition'

const CONDITIONS: Condition[] = [
  { kind: 'silent', seconds: 5400 },
  { kind: 'late', intervals: 1.5 },
  { kind: 'above', path: 'level', limit: 20, end: null, readings: 3, seconds: 0 },
  { kind: 'below', path: 'meters[].volume', limit: -5, end: 5, readings: 1, seconds: 900 },
  { kind: 'unchanged', path: 'level', seconds: 86_400 },
  { kind: 'jump', path: 'level', by: 0.5 },
  { kind: 'missing', path: 'level', seconds: 86_400 },
  { kind: 'boots', times: 5 },
  { kind: 'firmwareFailed' },
]

describe('the form of a condition', () => {
  test.each(CONDITIONS)('sends an unchanged condition as it was: %j', (condition) => {
    const sent = conditionCodec.fromForm(conditionCodec.toForm(condition))
    expect(conditionCodec.schema.parse(sent)).toEqual(condition)
  })

  test('keeps typed fields for a value while another kind is chosen', () => {
    const values = conditionCodec.toForm({ kind: 'jump', path: 'level', by: 2 })
    expect(conditionCodec.fromForm({ ...values, kind: 'silent', seconds: '1h' })).toEqual({
      kind: 'silent',
      seconds: '1h',
    })
    expect(conditionCodec.fromForm({ ...values, kind: 'jump' })).toMatchObject({ path: 'level', by: 2 })
  })

  test.each([
    [{ kind: 'silent', seconds: '10 s' }, 'seconds', 'alert-rules.errors.duration'],
    [{ kind: 'silent', seconds: '' }, 'seconds', 'alert-rules.errors.duration'],
    [{ kind: 'unchanged', path: 'level', seconds: '31 d' }, 'seconds', 'alert-rules.errors.duration'],
    [{ kind: 'above', path: 'level', limit: 5, seconds: 'soon' }, 'seconds', 'alert-rules.errors.lasting'],
    [{ kind: 'above', path: 'level', limit: 5, end: 6 }, 'end', 'alert-rules.errors.endAbove'],
    [{ kind: 'below', path: 'level', limit: 5, end: 4 }, 'end', 'alert-rules.errors.endBelow'],
    [{ kind: 'below', path: 'level' }, 'limit', 'page.errors.required'],
    [{ kind: 'jump', by: 1 }, 'path', 'page.errors.required'],
  ] as const)('has an error for %j', (typed, field, text) => {
    const sent = conditionCodec.fromForm({ ...NEW_CONDITION, ...typed })
    const { error } = conditionCodec.schema.safeParse(sent, { reportInput: true })
    expect(error?.issues.map((issue) => [issue.path.join('.'), textOf(issue).message])).toEqual([
      [field, text],
    ])
  })
})

test.each([
  ['15 m', 900],
  ['15 minutes', 900],
  ['15 minut', 900],
  ['1 hour 30 min', 5400],
  ['2 hodiny', 7200],
  ['1 den', 86_400],
  ['3 dny', 259_200],
  ['1 month', undefined],
  ['soon', undefined],
])('%s are %s seconds', (typed, seconds) => {
  expect(secondsOf(typed)).toBe(seconds)
})

describe('the form of a rule', () => {
  const condition = { ...NEW_CONDITION, intervals: 3 }

  test('is a rule once it is complete', () => {
    expect(ruleOf({ condition, scope: NEW_SCOPE })).toEqual({
      condition: { kind: 'late', intervals: 3 },
      scope: { kind: 'all' },
    })
  })

  test('is incomplete without a tag or a value', () => {
    expect(ruleOf({ condition, scope: { ...NEW_SCOPE, kind: 'tags' } })).toBeNull()
    expect(ruleOf({ condition: { ...condition, kind: 'above', limit: 1 }, scope: NEW_SCOPE })).toBeNull()
  })

  test('keeps the chosen tags while other devices are chosen', () => {
    const values = scopeCodec.toForm({ kind: 'tags', tag_ids: ['a'] })
    expect(scopeCodec.fromForm({ ...values, kind: 'all' })).toEqual({ kind: 'all' })
    expect(scopeCodec.fromForm(values)).toEqual({ kind: 'tags', tag_ids: ['a'] })
  })
})

describe('when the value of a rule last came', () => {
  const at = (minute: string) => `2026-01-01T00:${minute}:00.000Z`
  const measured = [
    { path: 'meters[addr=a].volume', last_at: at('01') },
    { path: 'meters[addr=b].volume', last_at: at('02') },
  ]
  test('is that of the path, and of the newest of all items of a list', () => {
    expect(lastReadingAt('meters[addr=a].volume', measured)).toBe(Date.parse(at('01')))
    expect(lastReadingAt('meters[].volume', measured)).toBe(Date.parse(at('02')))
  })
  test('is "never" for a path without a series (any more)', () => {
    expect(lastReadingAt('meters[0].volume', measured)).toBeNull()
  })
  test('is unknown when the answer may leave it out, or when a server has no times', () => {
    const many = Array.from({ length: SPACE_SERIES_MAX }, (_, i) => ({
      path: `value${i}`,
      last_at: at('01'),
    }))
    expect(lastReadingAt('level', many)).toBeUndefined()
    expect(lastReadingAt('level', [{ path: 'level', last_at: null }])).toBeUndefined()
  })
})
