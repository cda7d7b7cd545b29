import { isCommonPassword, newPasswordSchema } from '#contract/common'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'

let common: Promise<ReadonlySet<string>> | undefined

/** The passwords that most people have; loaded where they are refused. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Makes sure that a new password is what the administrator asks for; others that people have go on working.
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
