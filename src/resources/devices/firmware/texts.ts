import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface DevicesFirmwareTexts extends Texts<{ 'devices.firmware': typeof en }> {}
export const { group, msg, useTranslate } = textsOf<DevicesFirmwareTexts>('devices.firmware')
