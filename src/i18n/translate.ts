import { type FrameTexts, type TextGroup, type TextKey, type TranslateOf, translateOf } from '.'

/** Key of an available text: of any folder, by its `msg`, or one that is always loaded. */
export type MessageKey = keyof FrameTexts | TextKey

/** Translates such keys and those of the folder's own texts. */
export type Translate<Own = object> = TranslateOf<Own & FrameTexts>

/** For parts without texts of their own. */
export const useTranslate = translateOf<FrameTexts>('ra', 'layout', 'page', 'table')

type PartOf<Key, Group extends string> = Key extends `${Group}.${infer Part}` ? Part : never

/**
 * The texts of a folder; they load with the code that uses them. `useTranslate` knows their keys. `msg` makes a key
 * that any other part can translate, and `group` makes a key prefix for other parts.
 */
export const textsOf = <Own>(folder: string) => ({
  useTranslate: translateOf<Own & FrameTexts>(folder),
  // oxlint-disable typescript/no-unsafe-type-assertion -- these keys are safe: their texts are loaded
  msg: (key: keyof Own) => key as TextKey,
  group: <const Name extends string>(name: Name) => name as string as TextGroup<PartOf<keyof Own, Name>>,
  // oxlint-enable typescript/no-unsafe-type-assertion
})
