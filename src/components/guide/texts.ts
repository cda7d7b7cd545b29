import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface GuideTexts extends Texts<{ guide: typeof en }> {}
export const { useTranslate } = textsOf<GuideTexts>('guide')
