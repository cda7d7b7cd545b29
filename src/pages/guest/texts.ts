import { type PublicTexts, type Texts, translateOf } from '../../i18n'
import type en from './messages.en'

interface GuestTexts extends PublicTexts, Texts<{ guest: typeof en }> {}

/** Translates the texts of the page that a guest link opens, and the public ones. */
export const useTranslate = translateOf<GuestTexts>('guest')
