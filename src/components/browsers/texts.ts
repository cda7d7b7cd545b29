import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface BrowsersTexts extends Texts<{ browsers: typeof en }> {}
export const { useTranslate } = textsOf<BrowsersTexts>('browsers')
