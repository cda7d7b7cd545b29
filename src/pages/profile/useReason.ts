import { ACCOUNT_ERRORS } from '#contract/profile'
import { useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { ApiError, reasonOf } from '../../dataProvider/client'
import { type MessageKey, useTranslate, useTranslateText } from '../../i18n/translate'

const OWN_TEXTS = new Map<string, MessageKey>([
  [ACCOUNT_ERRORS.wrongCode, 'profile.errors.wrongCode'],
  [ACCOUNT_ERRORS.notBegun, 'profile.errors.notBegun'],
  [ACCOUNT_ERRORS.lastFactor, 'profile.errors.lastFactor'],
  [ACCOUNT_ERRORS.lastWayIn, 'profile.errors.lastWayIn'],
  [ACCOUNT_ERRORS.identityTaken, 'profile.errors.identityTaken'],
])

function keyOf(error: unknown): MessageKey | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.status === 429 ? 'confirm.errors.tooMany' : OWN_TEXTS.get(error.body)
}

/** Says why a change of how the person signs in was not done. */
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
