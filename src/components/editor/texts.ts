import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface EditorTexts extends Texts<{ editor: typeof en }> {}
export const { useTranslate } = textsOf<EditorTexts>('editor')
