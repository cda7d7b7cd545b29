import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { i18nIn } from '../../tests/support/texts'
import { type Language, setPreferences } from '../preferences'
import { currentToast } from './toast/toasts'
import { useI18n } from './useI18n'

vi.mock('../i18n/catalogs', async (original) => {
  const catalogs = await original<typeof import('../i18n/catalogs')>()
  const provide = async (language: Language) => {
    if (language === 'cs') throw new TypeError('Failed to fetch')
    return catalogs.provide(language)
  }
  return { ...catalogs, provide }
})

test('when texts cannot be loaded, those of the former language stay, with a message', async () => {
  const { result } = renderHook(useI18n)
  await waitFor(() => expect(result.current?.getLocale()).toBe('en'))
  act(() => setPreferences({ preferredLanguage: 'cs' }))
  await waitFor(() => expect(currentToast()?.title).toBe('This part of the console did not load'))
  expect(result.current?.getLocale()).toBe('en')
})

test.each([
  ['en', '1,000 selected'],
  ['cs', 'Vybráno: 1\u00a0000'],
] as const)('numbers in texts are formatted for the language: %s', async (language, text) => {
  const { translate } = await i18nIn(language)
  expect(translate('table.selection.count', { smart_count: 1000 })).toBe(text)
})
