import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ValuesTexts extends Texts<{ 'devices.values': typeof en }> {}
export const { msg, useTranslate } = textsOf<ValuesTexts>('devices.values')
