import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface RoutingTexts extends Texts<{ routing: typeof en }> {}
export const { msg, useTranslate } = textsOf<RoutingTexts>('routing')
