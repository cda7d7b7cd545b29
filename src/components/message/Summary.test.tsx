import { describe, expect, test } from 'vitest'
import { spanOf } from './Summary'

const spans = (name: string, ...values: string[]) => values.map((value) => spanOf({ name, value }))

describe('a chip', () => {
  test.each([
    ['humidity', ['9.31 %', '93.13 %']],
    ['acceleration_x', ['0.14 m/s²', '-0.14 m/s²']],
    ['Counter', ['3,902,162 m³', '4 787 739 m³']],
  ])('for %s takes the same columns for any number', (name, values) => {
    expect(new Set(spans(name, ...values)).size).toBe(1)
  })

  test('takes more columns for more words, and the whole line for a sentence', () => {
    expect(spans('Level', '2.97 m')).toEqual(['span 4'])
    expect(spans('hygrometer.temperature', '11.04 °C')).toEqual(['span 8'])
    expect(spans('error', 'the sensor did not answer within ten seconds')).toEqual(['1 / -1'])
  })
})
