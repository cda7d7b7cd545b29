import { type Security, secondFactorApi } from '#contract/secondFactor'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'

/** Protection of the signed-in person's account. */
export const useSecurity = () => useAnswer(secondFactorApi.read)

/** Reloads it after a change. */
export function useReloadSecurity() {
  const { invalidate } = useAnswers()
  return () => invalidate(secondFactorApi.read)
}

export const hasFactor = ({ authenticator_since, passkeys }: Security): boolean =>
  authenticator_since !== null || passkeys.length > 0

/** Whether the server requires a second factor from a person without one. */
export const lacksFactor = (security: Security): boolean => security.is_required && !hasFactor(security)
