import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ConnectorsDeliveriesTexts extends Texts<{ 'connectors.deliveries': typeof en }> {}
export const { group, msg, useTranslate } = textsOf<ConnectorsDeliveriesTexts>('connectors.deliveries')
