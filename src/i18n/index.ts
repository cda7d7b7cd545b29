import type { I18nProvider } from 'ra-core'
import { createContext, useContext } from 'react'
import type page from '../components/page/messages.en'
import type table from '../components/table/messages.en'
import type layout from '../layout/messages.en'
import type login from '../pages/login/messages.en'
import { wantTexts } from './catalogs'
import type common from './common/messages.en'
import type ra from './ra/messages.en'

const I18nContext = createContext<I18nProvider | null>(null)
export const I18nRoot = I18nContext.Provider

type KeyOf<Messages> = {
  // React-admin's texts have index signatures beside their keys.
  [Key in keyof Messages as string extends Key ? never : number extends Key ? never : Key]: Key extends string
    ? Messages[Key] extends string
      ? Key
      : `${Key}.${KeyOf<Messages[Key]>}`
    : never
} extends infer Keys
  ? Keys[keyof Keys] & string
  : never

/** Texts by dotted key. Extend it in an interface: type errors then show its name instead of each key. */
export type Texts<Messages> = { [Key in KeyOf<Messages>]: string }

/** Texts that are always loaded. */
export interface PublicTexts extends Texts<{ common: typeof common; login: typeof login }> {}

interface Frame {
  ra: typeof ra
  layout: typeof layout
  page: typeof page
  table: typeof table
}

/** Texts that are always loaded for signed-in people. */
export interface FrameTexts extends PublicTexts, Texts<Frame> {}

declare const known: unique symbol

/** Key of a text in any folder. Only that folder's `msg` creates it, so the texts load where the key is used. */
export type TextKey = string & { readonly [known]: true }

/** Key of a text that is always loaded, or of any folder's. */
export type PublicKey = keyof PublicTexts | TextKey

declare const parts: unique symbol

/** Key prefix of texts that belong together, with the possible last parts. */
export type TextGroup<Part extends string> = string & { readonly [parts]: (part: Part) => void }

/** The key of a text in a group. */
export const textOf = <Part extends string>(group: TextGroup<Part>, part: Part) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the group was made where its texts load
  `${group}.${part}` as TextKey

/**
 * Values of a text's placeholders; `smart_count` selects the plural form. Numbers are formatted as amounts ("1,000").
 * Pass a number that names something, such as a line, as text.
 */
export type TextValues = Record<string, unknown> & {
  line?: string
  column?: string
  row?: string
  version?: string
}

/** Translates a key; the value `_` is the text for a missing key. */
export type TranslateOf<Known> = (key: keyof Known | TextKey, values?: TextValues) => string

/** React-admin's i18n provider in the language on screen. */
export function useI18nProvider(): I18nProvider {
  const i18nProvider = useContext(I18nContext)
  if (!i18nProvider) throw new Error('I18nRoot is missing')
  return i18nProvider
}

/** The language on screen; works without react-admin. */
export const useShownLocale = (): string => useContext(I18nContext)?.getLocale() ?? 'en'

const useAnyTranslate = () => useI18nProvider().translate

/** Creates a translate hook for the texts of these folders, which load with the calling code. */
export function translateOf<Known>(...folders: readonly string[]): () => TranslateOf<Known> {
  for (const folder of folders) wantTexts(folder)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of texts are strings
  return useAnyTranslate as () => TranslateOf<Known>
}

/** For parts that signed-out people see too; works without react-admin. */
export const usePublicTranslate = translateOf<PublicTexts>('common', 'login')

/** Translates a text that may be a key; any other text, such as the server's sentence, stays as it is. */
export function useTranslateText(): (text: string, values?: TextValues) => string {
  const translate = useAnyTranslate()
  return (text, values) => translate(text, { ...values, _: text })
}
