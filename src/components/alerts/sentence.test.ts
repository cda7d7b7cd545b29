import { describe, expect, test } from 'vitest'
import { type Condition, conditionSchema, type Scope } from '#contract/alerts'
import { i18nIn } from '../../../tests/support/texts'
import { formatNumber } from '../../numbers'
import type { Language } from '../../preferences'
import { lastingText, sentenceOf, type Words } from './sentence'

const ALL: Scope = { kind: 'all' }
const tagged = (...tag_ids: string[]): Scope => ({ kind: 'tags', tag_ids })
const linked = (...connector_ids: string[]): Scope => ({ kind: 'connectors', connector_ids })
const chosen = (...device_ids: string[]): Scope => ({ kind: 'devices', device_ids })

async function wordsIn(language: Language): Promise<Words> {
  const { translate } = await i18nIn(language)
  return {
    translate,
    number: (value) => formatNumber(value, language),
    value: (path) => ({ label: path, text: (value) => formatNumber(value, language, { unit: '%' }) }),
    tags: (ids) => new Intl.ListFormat(language, { type: 'disjunction' }).format(ids),
    device: (id) => id,
    view: (id) => id,
    connector: (id) => id,
  }
}
const words = { en: await wordsIn('en'), cs: await wordsIn('cs') }

const say = (language: Language, condition: object, scope: Scope | null) =>
  // Non-breaking spaces join numbers and units.
  sentenceOf(conditionSchema.parse(condition), scope, words[language]).replaceAll('\u00a0', ' ')

const level: Partial<Condition> = { kind: 'below', path: 'level', limit: 20 }

describe('the sentence of a rule', () => {
  test.each([
    [{ kind: 'silent', seconds: 3600 }, ALL, 'When any device is silent for 1 hour'],
    [
      { kind: 'silent', seconds: 5400 },
      tagged('reservoir'),
      'When a device with the tag reservoir is silent for 1 hour 30 minutes',
    ],
    [
      { kind: 'late', intervals: 1.5 },
      chosen('pump-1'),
      'When the device pump-1 is silent for 1.5 usual intervals',
    ],
    [level, ALL, 'When level is below 20 %, on all devices'],
    [
      { ...level, end: 25, seconds: 900 },
      tagged('reservoir'),
      'When level is below 20 % for 15 minutes, until it returns to 25 %, on devices with the tag reservoir',
    ],
    [
      { ...level, kind: 'above', readings: 3, seconds: 900 },
      tagged('roof', 'cellar'),
      'When level is above 20 % for 3 readings in a row and 15 minutes, on devices with the tag roof or cellar',
    ],
    [
      { kind: 'unchanged', path: 'level', seconds: 86_400 },
      chosen('a', 'b'),
      'When level does not change for 1 day, on 2 selected devices',
    ],
    [
      { kind: 'jump', path: 'level', by: 5 },
      null,
      'When level changes by more than 5 % from one reading to the next',
    ],
    [
      { kind: 'missing', path: 'level', seconds: 86_400 },
      ALL,
      'When level is not sent for 1 day, on all devices',
    ],
    [
      { kind: 'boots', times: 5 },
      tagged('roof'),
      'When a device with the tag roof boots at least 5 times within 24 hours',
    ],
    [{ kind: 'firmwareFailed' }, ALL, 'When a firmware job fails, on all devices'],
    [{ kind: 'firmwareFailed' }, null, 'When a firmware job fails'],
    [{ kind: 'connectorFails', seconds: 900 }, null, 'When a connector fails for 15 minutes'],
    [{ kind: 'connectorFails', seconds: 900 }, ALL, 'When any connector fails for 15 minutes'],
    [
      { kind: 'connectorBehind', seconds: 900 },
      linked('pager'),
      'When the oldest delivery of the connector pager waits for 15 minutes',
    ],
    [
      { kind: 'connectorFails', seconds: 900 },
      linked('pager'),
      'When the connector pager fails for 15 minutes',
    ],
    [
      { kind: 'connectorFails', seconds: 3600 },
      tagged('roof'),
      'When a connector with the tag roof fails for 1 hour',
    ],
  ])('in English: %j', (condition, scope, sentence) => {
    expect(say('en', condition, scope)).toBe(sentence)
  })

  test.each([
    [{ kind: 'silent', seconds: 3660 }, ALL, 'Když kterékoli zařízení mlčí 1 hodinu 1 minutu'],
    [
      { kind: 'late', intervals: 1.5 },
      chosen('a', 'b', 'c'),
      'Když se některé ze 3 vybraných zařízení neozve 1,5× déle než obvykle',
    ],
    [
      { ...level, end: 25, seconds: 900 },
      tagged('reservoir'),
      'Když je hodnota level pod 20 % alespoň 15 minut, dokud se nevrátí na 25 %, u zařízení se štítkem reservoir',
    ],
    [
      { ...level, kind: 'above', readings: 2 },
      tagged('roof', 'cellar'),
      'Když je hodnota level nad 20 % alespoň 2 měření po sobě, u zařízení se štítkem roof nebo cellar',
    ],
    [
      { kind: 'unchanged', path: 'level', seconds: 7200 },
      chosen('pump-1'),
      'Když se hodnota level nezmění 2 hodiny, u zařízení pump-1',
    ],
    [
      { kind: 'jump', path: 'level', by: 5 },
      ALL,
      'Když se hodnota level mezi dvěma měřeními změní o více než 5 %, u všech zařízení',
    ],
    [
      { kind: 'missing', path: 'level', seconds: 86_400 },
      tagged('roof'),
      'Když hodnota level nepřijde 1 den, u zařízení se štítkem roof',
    ],
    [
      { kind: 'boots', times: 5 },
      chosen('a', 'b', 'c'),
      'Když některé ze 3 vybraných zařízení během 24 hodin nastartuje alespoň 5krát',
    ],
    [{ kind: 'firmwareFailed' }, ALL, 'Když aktualizace firmwaru selže, u všech zařízení'],
    [{ kind: 'connectorFails', seconds: 3600 }, ALL, 'Když kterýkoli konektor nedoručuje 1 hodinu'],
    [
      { kind: 'connectorBehind', seconds: 3600 },
      ALL,
      'Když má kterýkoli konektor doručení, které čeká 1 hodinu',
    ],
    [
      { kind: 'connectorFails', seconds: 120 },
      linked('a', 'b', 'c'),
      'Když některý ze 3 vybraných konektorů nedoručuje 2 minuty',
    ],
  ])('in Czech: %j', (condition, scope, sentence) => {
    expect(say('cs', condition, scope)).toBe(sentence)
  })
})

test.each([
  [0, '1 second'],
  [65_000, '1 minute 5 seconds'],
  [725_000, '12 minutes'],
  [3 * 3_600_000 + 300_000, '3 hours 5 minutes'],
  [86_400_000 * 2 + 3_900_000, '2 days 1 hour'],
])('%i ms have lasted %s', (milliseconds, text) => {
  expect(lastingText(milliseconds, words.en.translate)).toBe(text)
})
