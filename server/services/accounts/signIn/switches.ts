import { AUTH_ERRORS } from '#contract/auth'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'

type Switches = { settings: Pick<Deps['settings'], 'console'> }

/** @throws ApiError 403 on a server where people sign in only at external providers (PASSWORD_LOGIN=0) */
export function requirePasswordLogin({ settings }: Switches): void {
  if (!settings.console.passwordLogin) throw new ApiError(403, AUTH_ERRORS.passwordLoginOff)
}

/** @throws ApiError 403 on a server where accounts are created only by invitation (SIGN_UP=0) */
export function requireSignUp({ settings }: Switches): void {
  if (!settings.console.signUp) throw new ApiError(403, AUTH_ERRORS.signUpOff)
}
