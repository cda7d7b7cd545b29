import '../../zod'
import { z } from 'zod'
import { passwordSchema, setupSchema } from '#contract/auth'
import { forgotPasswordSchema, mailLinkSchema } from '#contract/registration'

const newPassword = z.object({ password: passwordSchema, again: z.string() })

/** The confirmation must equal the password. Spec 1, section 5. */
const confirmed = ({ password, again }: z.infer<typeof newPassword>) => password === again
const atConfirmation = { path: ['again'] }

export const newPasswordForm = newPassword.refine(confirmed, atConfirmation)
export const emailAndPasswordForm = newPassword
  .extend({ email: setupSchema.shape.email })
  .refine(confirmed, atConfirmation)
export const forgotPasswordForm = forgotPasswordSchema

/** What the link of an e-mail carries in its query; null when anything of it is missing. */
export function readMailLink(search: string) {
  const query = new URLSearchParams(search)
  const link = { id: query.get('id'), token: query.get('token'), email: query.get('email') }
  return mailLinkSchema.safeParse(link).data ?? null
}
