import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface LocalReceiverTexts extends Texts<{ 'connectors.localReceiver': typeof en }> {}
export const { useTranslate } = textsOf<LocalReceiverTexts>('connectors.localReceiver')
