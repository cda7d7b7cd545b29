import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ConfigurationTexts extends Texts<{ 'devices.configuration': typeof en }> {}
export const { useTranslate } = textsOf<ConfigurationTexts>('devices.configuration')
