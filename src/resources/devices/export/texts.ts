import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface DevicesExportTexts extends Texts<{ 'devices.export': typeof en }> {}
export const { group } = textsOf<DevicesExportTexts>('devices.export')
