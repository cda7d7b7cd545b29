import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface JsonTexts extends Texts<{ json: typeof en }> {}
export const { useTranslate } = textsOf<JsonTexts>('json')
