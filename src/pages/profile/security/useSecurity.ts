import { type Security, secondFactorApi } from '#contract/secondFactor'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'

/** What protects the account of the signed-in person. */
export const useSecurity = () => useAnswer(secondFactorApi.read)

/** Loads it again, after it was changed. */
export function useReloadSecurity() {
  const { invalidate } = useAnswers()
  return () => invalidate(secondFactorApi.read)
}

/** Whether the account has a second factor. */
export const hasFactor = ({ authenticator_since, passkeys }: Security): boolean =>
  authenticator_since !== null || passkeys.length > 0

/** Whether the server requires a second factor from the person, who has none. */
export const lacksFactor = (security: Security): boolean => security.is_required && !hasFactor(security)
