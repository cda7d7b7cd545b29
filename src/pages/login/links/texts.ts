import { type PublicTexts, type TextKey, type Texts, translateOf } from '../../../i18n'
import type en from './messages.en'

interface LinksTexts extends Texts<{ login: { links: typeof en } }> {}

/** Translates the texts of pages that links open, and the public ones. */
export const useTranslate = translateOf<PublicTexts & LinksTexts>('login.links')

/** Key of one of these texts, for components that all pages share. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the texts load with this file
export const msg = (key: keyof LinksTexts) => key as TextKey
