import { expect, test } from 'vitest'
import { createI18n } from '.'
import cs from './all.cs'
import en from './all.en'

/** Every text with its key. */
const texts = (messages: object, prefix = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : texts(value, `${prefix}${key}.`),
  )

const english = texts(en)
const czech = new Map(texts(cs))
// A form for one thing may leave its number out.
const placeholders = (text: string) => [...new Set(text.match(/%\{(?!smart_count)\w+\}/g))].toSorted()

test('Czech has exactly the keys of English', () => {
  expect([...czech.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted())
})

test('react-admin has its 164 texts', () => {
  expect(english.filter(([key]) => key.startsWith('ra.'))).toHaveLength(164)
})

test.each(english)('%s has the same placeholders in Czech', (key, text) => {
  const translated = czech.get(key) ?? ''
  expect(placeholders(translated)).toEqual(placeholders(text))
})

test.each(english.filter(([, text]) => text.includes('||||')))(
  '%s has three plural forms in Czech',
  (key) => {
    expect(czech.get(key)?.split('||||')).toHaveLength(3)
  },
)

test('a Czech count takes its own form', () => {
  const { translate } = createI18n('cs', cs)
  const forms = [1, 3, 5].map((count) => translate('ra.notification.deleted', { smart_count: count }))
  expect(forms).toEqual(['Položka smazána', 'Smazány 3 položky', 'Smazáno 5 položek'])
})
