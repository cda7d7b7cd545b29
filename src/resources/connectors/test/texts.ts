import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ConnectorsTestTexts extends Texts<{ 'connectors.test': typeof en }> {}
export const { useTranslate } = textsOf<ConnectorsTestTexts>('connectors.test')
