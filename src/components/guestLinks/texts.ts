import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface GuestLinksTexts extends Texts<{ guestLinks: typeof en }> {}
export const { useTranslate } = textsOf<GuestLinksTexts>('guestLinks')
