import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface DevicesSessionTexts extends Texts<{ 'devices.session': typeof en }> {}
export const { useTranslate } = textsOf<DevicesSessionTexts>('devices.session')
