import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface SimsTexts extends Texts<{ sims: typeof en }> {}
export const { useTranslate } = textsOf<SimsTexts>('sims')
