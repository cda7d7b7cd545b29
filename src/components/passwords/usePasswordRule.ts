import { z } from 'zod'
import { isCommonPassword, newPasswordSchema, type PasswordRule } from '#contract/common'
import { useConfig } from '../../config'
import { type PublicKey, usePublicTranslate } from '../../i18n'

// Large, so it loads when somebody types a new password.
export const loadEstimate = () => import('./estimate')

/** What is said of a new password that is refused because many people have it. */
const COMMON = 'login.errors.passwordCommon' satisfies PublicKey

const isUncommon = async (password: string) =>
  !isCommonPassword((await loadEstimate()).COMMON_PASSWORDS, password)

/** A new password by the rule of the server. */
const schemaOf = (rule: PasswordRule) => {
  const schema = newPasswordSchema(rule)
  return rule.refusesCommon ? schema.refine(isUncommon, COMMON) : schema
}

/**
 * A new password and its confirmation, which must equal it, also while something else is wrong. Rules, "New password".
 * @param password what the server asks of new ones
 */
export const newPasswordForm = (password: z.ZodType<string, string>) =>
  z
    .object({ password, again: z.string() })
    .refine(({ password, again }) => password === again, { path: ['again'], when: () => true })

/** What the server asks of new passwords: a schema, and texts for the input. */
export function usePasswordRule() {
  const translate = usePublicTranslate()
  const { passwords } = useConfig()
  const length = passwords.minLength
  return {
    schema: schemaOf(passwords),
    hint: translate('login.passwordRule', { length }),
    /** What is wrong with what was typed. @param message of the schema */
    errorOf(password: string, message: string | undefined): string {
      if (password === '') return translate('login.errors.password')
      return translate(message === COMMON ? COMMON : 'login.errors.passwordLength', { length })
    },
  }
}
