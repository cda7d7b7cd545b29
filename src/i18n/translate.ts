import { type FrameTexts, type TextGroup, type TextKey, type TranslateOf, translateOf } from '.'

/** The key of a text that is there: of any folder by its `msg`, or one of those that always are. */
export type MessageKey = keyof FrameTexts | TextKey

/** Translates such keys, and those of the folder's own texts. */
export type Translate<Own = object> = TranslateOf<Own & FrameTexts>

/** For parts that have no texts of their own. */
export const useTranslate = translateOf<FrameTexts>('ra', 'layout', 'page', 'table')

type PartOf<Key, Group extends string> = Key extends `${Group}.${infer Part}` ? Part : never

/**
 * The texts of a folder, for the code that uses them: they load with it. `useTranslate` knows their keys; `msg` makes one
 * of them a key that every other part can translate, and `group` makes the beginning of some a group that it can use.
 */
export const textsOf = <Own>(folder: string) => ({
  useTranslate: translateOf<Own & FrameTexts>(folder),
  // oxlint-disable typescript/no-unsafe-type-assertion -- here keys become such whose texts are loaded
  msg: (key: keyof Own) => key as TextKey,
  group: <const Name extends string>(name: Name) => name as string as TextGroup<PartOf<keyof Own, Name>>,
  // oxlint-enable typescript/no-unsafe-type-assertion
})
