import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface ViewsTexts extends Texts<{ views: typeof en }> {}
export const { msg, useTranslate } = textsOf<ViewsTexts>('views')
