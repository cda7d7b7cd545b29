import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface DevicesMoveTexts extends Texts<{ 'devices.move': typeof en }> {}
export const { useTranslate } = textsOf<DevicesMoveTexts>('devices.move')
