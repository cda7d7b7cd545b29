import { AUTH_ERRORS } from '#contract/auth'
import { isCommonPassword, newPasswordSchema } from '#contract/common'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'

type Switches = { settings: Pick<Deps['settings'], 'console'> }

/** @throws ApiError 403 on a server where people sign in only at external providers (PASSWORD_LOGIN=0) */
export function requirePasswordLogin({ settings }: Switches): void {
  if (!settings.console.passwordLogin) throw new ApiError(403, AUTH_ERRORS.passwordLoginOff)
}

/** @throws ApiError 403 on a server where accounts are created only by invitation (SIGN_UP=0) */
export function requireSignUp({ settings }: Switches): void {
  if (!settings.console.signUp) throw new ApiError(403, AUTH_ERRORS.signUpOff)
}

let common: Promise<ReadonlySet<string>> | undefined

/** The most common passwords; loaded if they are refused. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Checks a new password by the server's rule; existing ones go on working.
 * @param name of the field
 * @throws ApiError 400
 */
export async function requireNewPassword(
  { settings }: Pick<Deps, 'settings'>,
  password: string,
  name = 'password',
): Promise<void> {
  const rule = settings.console.passwords
  const { error } = newPasswordSchema(rule).safeParse(password)
  if (error) throw new ApiError(400, `${name} ${error.issues[0]?.message}`)
  if (rule.refusesCommon && isCommonPassword(await (common ??= loadCommon()), password))
    throw new ApiError(400, `${name} must not be one that many people have`)
}
