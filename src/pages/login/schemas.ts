import { z } from 'zod'
import { setupSchema } from '#contract/auth'
import { passwordSchema } from '#contract/common'
import { forgotPasswordSchema, invitationProofSchema, mailLinkSchema } from '#contract/registration'

const newPassword = z.object({ password: passwordSchema, again: z.string() })

/** The confirmation must equal the password. Rules, "New password". */
const confirmed = ({ password, again }: z.infer<typeof newPassword>) => password === again
const atConfirmation = { path: ['again'] }

export const newPasswordForm = newPassword.refine(confirmed, atConfirmation)
export const emailAndPasswordForm = newPassword
  .extend({ email: setupSchema.shape.email })
  .refine(confirmed, atConfirmation)
export const forgotPasswordForm = forgotPasswordSchema

const LINK = ['id', 'token', 'email'] as const

/** The id, token and address in the query of an e-mail's link; null when one of them is missing. */
function readMailLink(search: string) {
  const query = new URLSearchParams(search)
  const link = Object.fromEntries(LINK.map((name) => [name, query.get(name)]))
  return mailLinkSchema.safeParse(link).data ?? null
}

const stateSchema = z.record(z.string(), z.unknown()).catch({})

/**
 * Moves what a one-time link holds out of the address, where it would be seen, copied and synchronized, into the state
 * of this step of the history. The page can still be reloaded.
 * @param clean the address without it
 */
function hide<Held extends z.ZodType>(name: string, found: unknown, schema: Held, clean: string) {
  const state = stateSchema.parse(window.history.state)
  const held = schema.safeParse(found ?? state[name]).data ?? null
  const { pathname, search, hash } = window.location
  if (found || clean !== pathname + search + hash)
    window.history.replaceState({ ...state, [name]: held }, '', clean)
  return held
}

/** The link of the e-mail that opened this page, as `readMailLink`; the address does not show it any more. */
export function takeMailLink() {
  const { pathname, search, hash } = window.location
  const rest = new URLSearchParams(search)
  for (const name of LINK) rest.delete(name)
  const clean = pathname + (rest.size > 0 ? `?${rest}` : '') + hash
  return hide('mailLink', readMailLink(search), mailLinkSchema, clean)
}

/** The link of the invitation that opened this page; the address does not show it any more. */
export function takeInvitation() {
  const { pathname, search } = window.location
  const query = Object.fromEntries(new URLSearchParams(search))
  const found = invitationProofSchema.safeParse(query).data ?? null
  return hide('invitation', found, invitationProofSchema, pathname)
}

/** The one-time token in the fragment, which no server sees; the address does not show it any more. */
export function takeFragmentToken() {
  const { pathname, search, hash } = window.location
  const token = new URLSearchParams(hash.slice(1)).get('token')
  return hide('token', token, z.string(), pathname + search)
}
