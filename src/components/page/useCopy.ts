import { type MessageKey, useTranslate } from '../../i18n/translate'
import { toast } from '../toast/toasts'
import { copyText } from './copyText'

/** Copies a text and tells in a toast whether that worked, by default that a text was copied. Spec 2, section 8. */
export function useCopy() {
  const translate = useTranslate()
  return async (text: string, said: MessageKey = 'common.copied') => {
    const isCopied = await copyText(text)
    if (isCopied) toast({ kind: 'success', title: translate(said) })
    else toast({ kind: 'error', title: translate('page.copyFailed') })
  }
}
