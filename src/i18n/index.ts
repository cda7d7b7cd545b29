import type { I18nProvider, TranslationMessages } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { createContext, useContext } from 'react'
import { LANGUAGES, type Language } from '../preferences'
import type en from './public.en'
import type { KeyOf, TextValues } from './translate'

const NAMES: Record<Language, string> = { en: 'English', cs: 'Čeština' }

/** Languages to choose from, each under its own name. */
export const languages = LANGUAGES.map((locale) => ({ locale, name: NAMES[locale] }))

/** React-admin's i18n provider over one loaded catalog. Each language has its own catalog and provider. */
export const createI18n = (language: Language, messages: object): I18nProvider =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- signed-out pages need none of react-admin's own texts, which its type demands
  polyglotI18nProvider(() => messages as TranslationMessages, language, languages, { allowMissing: false })

const I18nContext = createContext<I18nProvider | null>(null)
export const I18nRoot = I18nContext.Provider

function useAnyTranslate() {
  const i18nProvider = useContext(I18nContext)
  if (!i18nProvider) throw new Error('I18nRoot is missing')
  return i18nProvider.translate
}

/** The key of a text that signed-out people see too. */
export type PublicKey = KeyOf<typeof en>

/** `useTranslate` for parts that signed-out people see too: for the texts that they have, and without react-admin. */
export const usePublicTranslate: () => (key: PublicKey, values?: TextValues) => string = useAnyTranslate

/** `useTranslateText` for such parts. */
export function usePublicTranslateText(): (text: string) => string {
  const translate = useAnyTranslate()
  return (text) => translate(text, { _: text })
}
