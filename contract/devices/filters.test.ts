import { expect, test } from 'vitest'
import { type Condition, readCondition, writeCondition } from './conditions'
import { deviceFilters } from './filters'

const plain = { key: '', not: false }

test.each<[string, Condition]>([
  [
    'value voltage_rest lt 3.2',
    { ...plain, field: 'value', key: 'voltage_rest', operator: 'lt', value: '3.2' },
  ],
  [
    'value "tank level" not within 2d',
    { field: 'value', key: 'tank level', not: true, operator: 'within', value: '2d' },
  ],
  [
    'label "a \\"b\\"" is not here',
    { ...plain, field: 'label', key: 'a "b"', operator: 'is', value: 'not here' },
  ],
  ['label not not is 1', { field: 'label', key: 'not', not: true, operator: 'is', value: '1' }],
  [
    'comment contains leak  at gate',
    { ...plain, field: 'comment', operator: 'contains', value: 'leak  at gate' },
  ],
  ['firmware not empty', { ...plain, field: 'firmware', not: true, operator: 'empty', value: '' }],
  ['last_seen within 12h', { ...plain, field: 'last_seen', operator: 'within', value: '12h' }],
])('“%s” is read, and written as the same', (text, condition) => {
  expect(readCondition(text)).toEqual(condition)
  expect(writeCondition(condition)).toBe(text)
})

test.each([
  [
    'voltage lt 3',
    'must begin with one of name, serial_number, external_id, comment, firmware, label, value, last_seen, tag',
  ],
  ['value', 'must have the path of a series after value'],
  ['label "" is a', 'must have the name of a label after label'],
  ['value a near 3', 'must have one of lt, le, gt, ge, is, within, empty after a'],
  ['value a lt much', 'must have a number after lt'],
  ['value a lt', 'needs a value after lt'],
  ['value a within 2 days', 'must have a duration such as 30m, 12h or 2d after within'],
  ['tag is red', 'must have the id of a tag after is'],
  ['comment empty now', 'must end after empty'],
])('the fault of “%s” is named', (text, fault) => {
  expect(readCondition(text)).toEqual({ fault })
})

test('a list takes ten conditions', () => {
  const where = Array.from({ length: 11 }, () => 'tag empty')
  expect(deviceFilters.where.safeParse(where).success).toBe(false)
  expect(deviceFilters.where.parse(where.slice(1))).toHaveLength(10)
})
