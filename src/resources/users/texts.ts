import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface UsersTexts extends Texts<{ users: typeof en }> {}
export const { msg, useTranslate } = textsOf<UsersTexts>('users')
