import '../../zod'
import { z } from 'zod'
import { type Login, loginSchema, passwordSchema, setupSchema } from '#contract/auth'
import { forgotPasswordSchema, mailLinkSchema } from '#contract/registration'
import type { PublicKey } from '../../i18n'

/** Which text to show at each input that is wrong. */
export type LoginErrors = Partial<Record<keyof Login, PublicKey>>

/** Checks what was typed to sign in. Spec 1, section 5. */
export function checkLogin(form: FormData): { login?: Login; errors: LoginErrors } {
  const typed = { email: form.get('email'), password: form.get('password') }
  const { data: login, error } = loginSchema.safeParse(typed)
  if (login) return { login, errors: {} }
  const wrong = new Set(error.issues.map(({ path }) => path[0]))
  const errors: LoginErrors = {}
  if (wrong.has('email')) errors.email = 'login.errors.email'
  if (wrong.has('password'))
    errors.password = typed.password ? 'login.errors.passwordLength' : 'login.errors.password'
  return { errors }
}

const newPassword = z.object({ password: passwordSchema, again: z.string() })

/** The confirmation must equal the password. Spec 1, section 5. */
const confirmed = ({ password, again }: z.infer<typeof newPassword>) => password === again
const atConfirmation = { path: ['again'] }

export const newPasswordForm = newPassword.refine(confirmed, atConfirmation)
export const emailAndPasswordForm = newPassword
  .extend({ email: setupSchema.shape.email })
  .refine(confirmed, atConfirmation)
export const forgotPasswordForm = forgotPasswordSchema

/** The id, token and address in the query of an e-mail's link; null when one of them is missing. */
export function readMailLink(search: string) {
  const query = new URLSearchParams(search)
  const link = { id: query.get('id'), token: query.get('token'), email: query.get('email') }
  return mailLinkSchema.safeParse(link).data ?? null
}
