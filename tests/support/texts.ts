import { byFolder, createI18n } from '../../src/i18n/catalogs'
import { files } from '../../src/i18n/otherFolders'
import type { Language } from '../../src/preferences'

/** Texts of all folders in a language, by folder. */
export const textsIn = async (language: Language): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      [...byFolder(files[language])].map(async ([folder, load]) => [folder, await load()] as const),
    ),
  )

/** React-admin's i18n provider over the texts of all folders. */
export const i18nIn = async (language: Language) => createI18n(language, await textsIn(language))
