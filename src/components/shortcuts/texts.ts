import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface ShortcutsTexts extends Texts<{ shortcuts: typeof en }> {}
export const { msg } = textsOf<ShortcutsTexts>('shortcuts')
