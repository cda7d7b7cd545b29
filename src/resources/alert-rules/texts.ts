import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface AlertRulesTexts extends Texts<{ 'alert-rules': typeof en }> {}
export const { group, msg, useTranslate } = textsOf<AlertRulesTexts>('alert-rules')
