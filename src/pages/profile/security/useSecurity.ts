import { type Security, secondFactorApi } from '#contract/secondFactor'
import { useAnswer, useReload } from '../../../dataProvider/calls'

/** What protects the account of the signed-in person. */
export const useSecurity = () => useAnswer(secondFactorApi.read)

/** Loads it again, after it was changed. */
export const useReloadSecurity = () => useReload(secondFactorApi.read)

/** Whether the account has a second factor. */
export const hasFactor = ({ authenticator_since, passkeys }: Security): boolean =>
  authenticator_since !== null || passkeys.length > 0

/** Whether the server requires a second factor from the person, who has none. */
export const lacksFactor = (security: Security): boolean => security.is_required && !hasFactor(security)
