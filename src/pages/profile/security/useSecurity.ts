import { type Security, secondFactorApi } from '#contract/secondFactor'
import { useAnswer, useReload } from '../../../dataProvider/calls'

/** What protects the account of the signed-in person. */
export const useSecurity = () => useAnswer(secondFactorApi.read)

/** Loads it again, after it was changed. */
export const useReloadSecurity = () => useReload(secondFactorApi.read)

/** Whether the server wants a second factor of the person, and there is none. */
export const lacksFactor = ({ is_required, authenticator_since, passkeys }: Security): boolean =>
  is_required && authenticator_since === null && passkeys.length === 0
