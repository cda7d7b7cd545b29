import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ConnectorsPreviewTexts extends Texts<{ 'connectors.preview': typeof en }> {}
export const { msg, useTranslate } = textsOf<ConnectorsPreviewTexts>('connectors.preview')
