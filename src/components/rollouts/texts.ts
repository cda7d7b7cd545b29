import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface RolloutsTexts extends Texts<{ rollouts: typeof en }> {}
export const { group, msg, useTranslate } = textsOf<RolloutsTexts>('rollouts')
