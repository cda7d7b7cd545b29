import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface ExportTexts extends Texts<{ export: typeof en }> {}
export const { useTranslate } = textsOf<ExportTexts>('export')
