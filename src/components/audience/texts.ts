import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface AudienceTexts extends Texts<{ audience: typeof en }> {}
export const { useTranslate } = textsOf<AudienceTexts>('audience')
