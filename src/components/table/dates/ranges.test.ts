import { describe, expect, test } from 'vitest'
import type { Translate } from '../../../i18n/translate'
import { faultOf, isIsoTime, RELATIVE_RANGES, relativeText } from './ranges'

const translate: Translate = (key, values) => `${key} ${String(values?.smart_count)}`

describe('a range of time', () => {
  test('can be one of nine relative ones, each with a name', () => {
    expect(RELATIVE_RANGES.map((relative) => relativeText(relative, translate))).toEqual([
      'table.date.lastMinutes 15',
      ...[1, 6, 24, 48].map((count) => `table.date.lastHours ${count}`),
      ...[7, 14, 30, 90].map((count) => `table.date.lastDays ${count}`),
    ])
    expect(relativeText('a year', translate)).toBeUndefined()
  })

  test.each([
    ['2024-05-31T08:00:00.000Z', true],
    ['2024-02-29T00:00:00.000Z', true],
    ['2023-02-29T00:00:00.000Z', false],
    ['2024-05-31T24:00:00.000Z', false],
    ['2024-05-31T08:00:00Z', false],
    ['2024-05-31T08:00:00.123Z', false],
    ['2024-05-31 08:00:00', false],
    ['31. 5. 2024', false],
    ['', false],
  ])('"%s" is a time: %s', (text, valid) => expect(isIsoTime(text)).toBe(valid))

  const start = '2024-05-01T08:00:00.000Z'
  const end = '2024-05-02T08:00:00.000Z'
  test('is checked before it applies', () => {
    expect(faultOf({ start, end }, true)).toBeNull()
    expect(faultOf({ start, end: start }, true)).toBeNull()
    expect(faultOf({ start, end: '' })).toBeNull()
    expect(faultOf({ start, end: '' }, true)).toEqual({ fault: 'bothNeeded' })
    expect(faultOf({ start: end, end: start })).toEqual({ fault: 'endBeforeStart' })
    expect(faultOf({ start: 'x', end: 'y' })).toEqual({ fault: 'invalid', fields: ['start', 'end'] })
  })
})
