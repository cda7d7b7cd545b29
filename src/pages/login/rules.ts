import '../../zod'
import { type Login, loginSchema } from '#contract/auth'

const MESSAGES = {
  email: { any: 'login.errors.email' },
  password: { missing: 'login.errors.password', short: 'login.errors.passwordLength' },
}

/** Checks what was typed; errors are message keys. Spec 1, section 5. */
export function checkLogin(form: FormData): { login?: Login; errors: { email?: string; password?: string } } {
  const typed = { email: form.get('email'), password: form.get('password') }
  const { data: login, error } = loginSchema.safeParse(typed)
  if (login) return { login, errors: {} }
  const wrong = new Set(error.issues.map(({ path }) => path[0]))
  return {
    errors: {
      email: wrong.has('email') ? MESSAGES.email.any : undefined,
      password: wrong.has('password')
        ? typed.password
          ? MESSAGES.password.short
          : MESSAGES.password.missing
        : undefined,
    },
  }
}
