import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface DevicesScanTexts extends Texts<{ 'devices.scan': typeof en }> {}
export const { useTranslate } = textsOf<DevicesScanTexts>('devices.scan')
