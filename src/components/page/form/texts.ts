import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface PageFormTexts extends Texts<{ 'page.form': typeof en }> {}
export const { msg, useTranslate } = textsOf<PageFormTexts>('page.form')
