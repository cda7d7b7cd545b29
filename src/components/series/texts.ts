import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface SeriesTexts extends Texts<{ series: typeof en }> {}
export const { msg, useTranslate } = textsOf<SeriesTexts>('series')
