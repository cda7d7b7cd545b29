import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface KeysTexts extends Texts<{ keys: typeof en }> {}
export const { group, msg, useTranslate } = textsOf<KeysTexts>('keys')
