import { ACCOUNT_ERRORS } from '#contract/profile'
import { msg as confirmMsg } from '../../components/confirm/texts'
import { useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { ApiError, reasonOf } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n'
import { type MessageKey } from '../../i18n/translate'
import { msg, useTranslate } from './texts'

const OWN_TEXTS = new Map<string, MessageKey>([
  [ACCOUNT_ERRORS.wrongCode, msg('profile.errors.wrongCode')],
  [ACCOUNT_ERRORS.notBegun, msg('profile.errors.notBegun')],
  [ACCOUNT_ERRORS.lastFactor, msg('profile.errors.lastFactor')],
  [ACCOUNT_ERRORS.lastWayIn, msg('profile.errors.lastWayIn')],
  [ACCOUNT_ERRORS.identityTaken, msg('profile.errors.identityTaken')],
])

function keyOf(error: unknown): MessageKey | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.status === 429 ? confirmMsg('confirm.errors.tooMany') : OWN_TEXTS.get(error.body)
}

/** Says why a change of sign-in methods failed. */
export function useReason() {
  const translateText = useTranslateText()
  return (error: unknown) => translateText(keyOf(error) ?? reasonOf(error))
}

/** Says it in a toast. */
export function useReasonToast() {
  const translate = useTranslate()
  const showFailure = useFailureToast()
  return (error: unknown) => {
    const key = keyOf(error)
    if (key) toast({ kind: 'error', title: translate(key) })
    else showFailure(error)
  }
}
