import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ConnectorsReplaysTexts extends Texts<{ 'connectors.replays': typeof en }> {}
export const { msg, useTranslate } = textsOf<ConnectorsReplaysTexts>('connectors.replays')
