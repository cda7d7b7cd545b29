import { z } from 'zod'
import { setupSchema } from '#contract/auth'
import { forgotPasswordSchema, invitationProofSchema, mailLinkSchema } from '#contract/registration'
import { newPasswordForm } from '../../../components/passwords'

/** @param password what the server asks of new ones */
export const emailAndPasswordForm = (password: z.ZodType<string, string>) =>
  newPasswordForm(password).safeExtend({ email: setupSchema.shape.email })
export const forgotPasswordForm = forgotPasswordSchema

const LINK = ['id', 'token', 'email'] as const

/** What a query has of an e-mail's link. */
const partsSchema = z.object({ id: z.string(), token: z.string(), email: z.string() }).partial()

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

/**
 * The link of the e-mail that opened this page; the address does not show it any more.
 * @returns the link, null without one or with a damaged one; and the address that it was sent to, where it says so
 */
export function takeMailLink() {
  const { pathname, search, hash } = window.location
  const rest = new URLSearchParams(search)
  const parts = LINK.flatMap((name) => (rest.has(name) ? [[name, rest.get(name)]] : []))
  for (const name of LINK) rest.delete(name)
  const clean = pathname + (rest.size > 0 ? `?${rest}` : '') + hash
  const found = parts.length > 0 ? Object.fromEntries(parts) : null
  const held = hide('mailLink', found, partsSchema, clean) ?? {}
  const link = mailLinkSchema.safeParse(held).data ?? null
  const isDamaged = !link && (held.id ?? held.token) !== undefined
  return { link, isDamaged, email: forgotPasswordSchema.safeParse(held).data?.email }
}

const invitationLinkSchema = invitationProofSchema.extend({ space_id: z.string().optional() })

/** The link of the invitation that opened this page, and the space that it names; the address does not show it any more. */
export function takeInvitation() {
  const { pathname, search } = window.location
  const query = Object.fromEntries(new URLSearchParams(search))
  const found = invitationLinkSchema.safeParse(query).data ?? null
  const { space_id: spaceId = null, ...proof } =
    hide('invitation', found, invitationLinkSchema, pathname) ?? {}
  return { proof: invitationProofSchema.safeParse(proof).data ?? null, spaceId }
}

/** The one-time token in the fragment, which no server sees; the address does not show it any more. */
export function takeFragmentToken() {
  const { pathname, search, hash } = window.location
  const token = new URLSearchParams(hash.slice(1)).get('token')
  return hide('token', token, z.string(), pathname + search)
}
