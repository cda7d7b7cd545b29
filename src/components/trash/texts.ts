import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface TrashTexts extends Texts<{ trash: typeof en }> {}
export const { group, msg, useTranslate } = textsOf<TrashTexts>('trash')
