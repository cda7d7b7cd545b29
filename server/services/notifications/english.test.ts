import { expect, test } from 'vitest'
import type { Condition } from '#contract/alerts'
import { plainSetting, shownIn } from '#contract/series'
import { inEnglish } from './english'

const above = (path: string, limit: number, end: number | null = null): Condition => ({
  kind: 'above',
  path,
  limit,
  end,
  readings: 1,
  seconds: 0,
})

test.each<[Condition, string]>([
  [above('leak', 0.000_004_92), 'When leak is above 0.00000492'],
  [above('leak', 1.2e29), 'When leak is above 1.2E29'],
  [above('leak', 0.1 + 0.2), 'When leak is above 0.3'],
  [above('imei', 351_358_811_124_772), 'When imei is above 351358811124772'],
  [above('flow', 1.5, 0.25), 'When Water is above 1.50 m³, until it returns to 0.25 m³'],
  [
    { kind: 'jump', path: 'leak', by: 0.000_2 },
    'When leak changes by more than 0.0002 from one reading to the next',
  ],
])('numbers of a rule are formatted as in the console: %o', (condition, sentence) => {
  const settings = [{ ...plainSetting('flow'), label: 'Water', unit: 'm³', decimals: 2 }]
  const path = 'path' in condition ? condition.path : ''
  expect(inEnglish(condition, shownIn(settings, [path]))).toBe(sentence)
})
