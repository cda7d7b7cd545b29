import { createI18n, loaders } from '../../src/i18n/catalogs'
import type { Language } from '../../src/preferences'

/** The texts of all folders in a language, by folder. */
export const textsIn = async (language: Language): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all([...loaders[language]].map(async ([folder, load]) => [folder, await load()] as const)),
  )

/** React-admin's i18n provider over the texts of all folders. */
export const i18nIn = async (language: Language) => createI18n(language, await textsIn(language))
