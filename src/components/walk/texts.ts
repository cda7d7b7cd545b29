import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface WalkTexts extends Texts<{ walk: typeof en }> {}
export const { useTranslate } = textsOf<WalkTexts>('walk')
