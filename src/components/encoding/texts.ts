import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface EncodingTexts extends Texts<{ encoding: typeof en }> {}
export const { useTranslate } = textsOf<EncodingTexts>('encoding')
