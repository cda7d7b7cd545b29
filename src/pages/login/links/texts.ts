import { type PublicTexts, type TextKey, type Texts, translateOf } from '../../../i18n'
import type en from './messages.en'

interface LinksTexts extends Texts<{ login: { links: typeof en } }> {}

/** Translates the texts of the pages that links lead to, and those that are always there. */
export const useTranslate = translateOf<PublicTexts & LinksTexts>('login.links')

/** The key of one of these texts, for parts that every page uses. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the texts are loaded with this file
export const msg = (key: keyof LinksTexts) => key as TextKey
