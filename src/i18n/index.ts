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

/** Texts by their keys, parts joined by dots. As the base of an interface, a type error names that, and not each key. */
export type Texts<Messages> = { [Key in KeyOf<Messages>]: string }

/** The texts that are always there. */
export interface PublicTexts extends Texts<{ common: typeof common; login: typeof login }> {}

interface Frame {
  ra: typeof ra
  layout: typeof layout
  page: typeof page
  table: typeof table
}

/** The texts that are always there for who is signed in. */
export interface FrameTexts extends PublicTexts, Texts<Frame> {}

declare const known: unique symbol

/** The key of any folder's text. Only the `msg` of that folder makes it, so its texts are loaded where it is used. */
export type TextKey = string & { readonly [known]: true }

/** The key of a text that is always there, or of any folder's. */
export type PublicKey = keyof PublicTexts | TextKey

declare const parts: unique symbol

/** The beginning of the keys of texts that belong together, whose last parts are known. */
export type TextGroup<Part extends string> = string & { readonly [parts]: (part: Part) => void }

/** A text of a group. */
export const textOf = <Part extends string>(group: TextGroup<Part>, part: Part) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the group was made where its texts are loaded
  `${group}.${part}` as TextKey

/**
 * Values of a text's placeholders; `smart_count` chooses its plural form. Numbers are written as amounts are ("1,000"):
 * one that names something, such as a line, comes as text.
 */
export type TextValues = Record<string, unknown> & {
  line?: string
  column?: string
  row?: string
  version?: string
}

/** Translates a key; `_` among the values is the text of a key that is missing. */
export type TranslateOf<Known> = (key: keyof Known | TextKey, values?: TextValues) => string

/** React-admin's i18n provider in the language that is shown. */
export function useI18nProvider(): I18nProvider {
  const i18nProvider = useContext(I18nContext)
  if (!i18nProvider) throw new Error('I18nRoot is missing')
  return i18nProvider
}

const useAnyTranslate = () => useI18nProvider().translate

/** The hook that translates, for who uses the texts of these folders: they load with the code that calls this. */
export function translateOf<Known>(...folders: readonly string[]): () => TranslateOf<Known> {
  for (const folder of folders) wantTexts(folder)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of texts are strings
  return useAnyTranslate as () => TranslateOf<Known>
}

/** For parts that signed-out people see too, and without react-admin. */
export const usePublicTranslate = translateOf<PublicTexts>('common', 'login')

/** Translates what may be a key, and leaves any other text, such as the server's sentence, as it is. */
export function useTranslateText(): (text: string, values?: TextValues) => string {
  const translate = useAnyTranslate()
  return (text, values) => translate(text, { ...values, _: text })
}
