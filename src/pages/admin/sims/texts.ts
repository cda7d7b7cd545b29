import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface AdminSimsTexts extends Texts<{ 'admin.sims': typeof en }> {}
export const { msg, useTranslate } = textsOf<AdminSimsTexts>('admin.sims')
