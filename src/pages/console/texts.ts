import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface ConsoleTexts extends Texts<{ console: typeof en }> {}
export const { useTranslate } = textsOf<ConsoleTexts>('console')
