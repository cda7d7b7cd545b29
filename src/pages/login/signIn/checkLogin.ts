import { BROWSER_CAPABILITY, type Login, loginSchema } from '#contract/auth/credentials'
import { browserId } from '../../../authProvider/browser'
import type { PublicKey } from '../../../i18n'

/** Text for each invalid input. */
export type LoginErrors = Partial<Record<keyof Login, PublicKey>>

/**
 * Checks the typed values of the sign-in, and adds the id of this browser if the server asks for it. Rules, "Sign-in".
 */
export function checkLogin(
  form: FormData,
  capabilities: readonly string[],
): { login?: Login; errors: LoginErrors } {
  const typed = { email: form.get('email'), password: form.get('password') }
  const { data: login, error } = loginSchema.safeParse(typed)
  if (login) {
    const isAsked = capabilities.includes(BROWSER_CAPABILITY)
    return { login: { ...login, ...(isAsked && { browser: browserId() }) }, errors: {} }
  }
  const wrong = new Set(error.issues.map(({ path }) => path[0]))
  const errors: LoginErrors = {}
  if (wrong.has('email')) errors.email = 'login.errors.email'
  if (wrong.has('password'))
    errors.password = typed.password ? 'login.errors.passwordLength' : 'login.errors.password'
  return { errors }
}
