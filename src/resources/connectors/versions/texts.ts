import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ConnectorsVersionsTexts extends Texts<{ 'connectors.versions': typeof en }> {}
export const { useTranslate } = textsOf<ConnectorsVersionsTexts>('connectors.versions')
