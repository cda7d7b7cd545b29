import { z } from 'zod'
import { isCommonPassword, newPasswordSchema, type PasswordRule } from '#contract/common'
import { useConfig } from '../../config'
import { type PublicKey, usePublicTranslate } from '../../i18n'

// Large, so it loads when somebody types a new password.
export const loadEstimate = () => import('./estimate')

/** Text key for a password that is refused as too common. */
const COMMON = 'login.errors.passwordCommon' satisfies PublicKey

const isUncommon = async (password: string) =>
  !isCommonPassword((await loadEstimate()).COMMON_PASSWORDS, password)

/** The schema of a new password by the server's rule. */
const schemaOf = (rule: PasswordRule) => {
  const schema = newPasswordSchema(rule)
  return rule.refusesCommon ? schema.refine(isUncommon, COMMON) : schema
}

/**
 * The schema of a new password and its confirmation, which must match even while something else is invalid. Rules, "New
 * password".
 * @param password schema by the server's rule
 */
export const newPasswordForm = (password: z.ZodType<string, string>) =>
  z
    .object({ password, again: z.string() })
    .refine(({ password, again }) => password === again, { path: ['again'], when: () => true })

/** The server's rule for new passwords: a schema, and texts for the input. */
export function usePasswordRule() {
  const translate = usePublicTranslate()
  const { passwords } = useConfig()
  const length = passwords.minLength
  return {
    schema: schemaOf(passwords),
    hint: translate('login.passwordRule', { length }),
    /**
     * The error of a typed password.
     * @param message of the schema
     */
    errorOf(password: string, message: string | undefined): string {
      if (password === '') return translate('login.errors.password')
      return translate(message === COMMON ? COMMON : 'login.errors.passwordLength', { length })
    },
  }
}
