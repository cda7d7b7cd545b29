import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface HistoryTexts extends Texts<{ 'devices.history': typeof en }> {}
export const { group, msg, useTranslate } = textsOf<HistoryTexts>('devices.history')
