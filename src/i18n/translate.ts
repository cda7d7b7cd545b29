// oxlint-disable-next-line no-restricted-imports -- here it gets its type
import { useTranslate as useAnyTranslate } from 'react-admin'
import type en from './all.en'

/** The keys of a catalog's texts, their parts joined by dots. */
export type KeyOf<Messages> = {
  // React-admin's catalog has index signatures beside its keys.
  [Key in keyof Messages as string extends Key ? never : number extends Key ? never : Key]: Key extends string
    ? Messages[Key] extends string
      ? Key
      : `${Key}.${KeyOf<Messages[Key]>}`
    : never
} extends infer Keys
  ? Keys[keyof Keys] & string
  : never

/** The key of any text of the console. */
export type MessageKey = KeyOf<typeof en>

/** Values of a text's placeholders; `smart_count` chooses its plural form. */
export type TextValues = Record<string, unknown>

/** Translates a key; `_` among the values is the text of a key that is missing. */
export type Translate = (key: MessageKey, values?: TextValues) => string

/** React-admin's hook of that name, for keys that exist. */
export const useTranslate: () => Translate = useAnyTranslate

/** Translates what may be a key, and leaves any other text, such as the server's sentence, as it is. */
export function useTranslateText(): (text: string, values?: TextValues) => string {
  const translate = useAnyTranslate()
  return (text, values) => translate(text, { ...values, _: text })
}
