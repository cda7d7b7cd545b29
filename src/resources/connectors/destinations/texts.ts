import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ConnectorsDestinationsTexts extends Texts<{ 'connectors.destinations': typeof en }> {}
export const { msg, useTranslate } = textsOf<ConnectorsDestinationsTexts>('connectors.destinations')
