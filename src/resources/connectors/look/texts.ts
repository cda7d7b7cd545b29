import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ConnectorsLookTexts extends Texts<{ 'connectors.look': typeof en }> {}
export const { useTranslate } = textsOf<ConnectorsLookTexts>('connectors.look')
