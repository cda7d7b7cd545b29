import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface AccessTexts extends Texts<{ access: typeof en }> {}
export const { msg, useTranslate } = textsOf<AccessTexts>('access')
