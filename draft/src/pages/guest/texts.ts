import type { PublicTexts, Texts } from '../../i18n'
import { translateOf } from '../../i18n'
import type en from './messages.en'

interface GuestTexts extends PublicTexts, Texts<{ guest: typeof en }> {}
export const useTranslate = translateOf<GuestTexts>('guest')
