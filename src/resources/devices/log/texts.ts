import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface DevicesLogTexts extends Texts<{ 'devices.log': typeof en }> {}
export const { msg, useTranslate } = textsOf<DevicesLogTexts>('devices.log')
