import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

export interface WordsTexts extends Texts<{ words: typeof en }> {}
export const { msg } = textsOf<WordsTexts>('words')
