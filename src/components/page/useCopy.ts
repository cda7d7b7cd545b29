import { useTranslate } from 'react-admin'
import { toast } from '../toast/toasts'
import { copyText } from './copyText'

/** Copies a text and tells in a toast whether that worked. Spec 2, section 8. */
export function useCopy() {
  const translate = useTranslate()
  return async (text: string) => {
    const isCopied = await copyText(text)
    if (isCopied) toast({ kind: 'success', title: translate('common.copied') })
    else toast({ kind: 'error', title: translate('page.copyFailed') })
  }
}
