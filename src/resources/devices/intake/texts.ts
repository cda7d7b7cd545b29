import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface IntakeTexts extends Texts<{ 'devices.intake': typeof en }> {}
export const { msg, useTranslate } = textsOf<IntakeTexts>('devices.intake')
