import { expect, test } from 'vitest'
import { textsIn } from '../../tests/support/texts'
import { createI18n } from './catalogs'

/** Every text by its key. */
const flat = (texts: object, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )

const english = Object.fromEntries(flat(await textsIn('en')))
const czech = Object.fromEntries(flat(await textsIn('cs')))

// The singular form may leave out the number.
const placeholdersOf = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      [...new Set(text.match(/%\{(?!smart_count)\w+\}/g))].toSorted(),
    ]),
  )

/** Number of plural forms of each text with a count. */
const formsOf = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([key]) => english[key]?.includes('||||'))
      .map(([key, text]) => [key, text.split('||||').length]),
  )

test('Czech has the texts of English, with the same placeholders', () => {
  expect(placeholdersOf(czech)).toEqual(placeholdersOf(english))
})

test('English has two plural forms, Czech three', () => {
  const counting = formsOf(english)
  expect(counting).toEqual(Object.fromEntries(Object.keys(counting).map((key) => [key, 2])))
  expect(formsOf(czech)).toEqual(Object.fromEntries(Object.keys(counting).map((key) => [key, 3])))
})

test('a Czech count uses the right form', async () => {
  const { translate } = createI18n('cs', await textsIn('cs'))
  const forms = [1, 3, 5].map((count) => translate('ra.notification.deleted', { smart_count: count }))
  expect(forms).toEqual(['Položka smazána', 'Smazány 3 položky', 'Smazáno 5 položek'])
})
