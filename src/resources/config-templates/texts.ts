import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface ConfigTemplatesTexts extends Texts<{ 'config-templates': typeof en }> {}
export const { group, msg, useTranslate } = textsOf<ConfigTemplatesTexts>('config-templates')
