import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface OverviewTexts extends Texts<{ overview: typeof en }> {}
export const { useTranslate } = textsOf<OverviewTexts>('overview')
