import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface ConditionsTexts extends Texts<{ conditions: typeof en }> {}
export const { useTranslate } = textsOf<ConditionsTexts>('conditions')
