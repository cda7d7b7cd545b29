import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface NotesTexts extends Texts<{ notes: typeof en }> {}
export const { useTranslate } = textsOf<NotesTexts>('notes')
