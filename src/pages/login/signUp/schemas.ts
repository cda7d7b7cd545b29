import { z } from 'zod'
import { setupSchema } from '#contract/auth'
import { forgotPasswordSchema, invitationProofSchema, mailLinkSchema } from '#contract/registration'
import { newPasswordForm } from '../../../components/passwords'

/** @param password rule of the server for new passwords */
export const emailAndPasswordForm = (password: z.ZodType<string, string>) =>
  newPasswordForm(password).safeExtend({ email: setupSchema.shape.email })
export const forgotPasswordForm = forgotPasswordSchema

const LINK = ['id', 'token', 'email'] as const

/** Parts of a mailed link in the query. */
const partsSchema = z.object({ id: z.string(), token: z.string(), email: z.string() }).partial()

const stateSchema = z.record(z.string(), z.unknown()).catch({})

/**
 * Moves the parts of a one-time link from the address, where people could see, copy and sync them, to the state of this
 * history entry. The page can still be reloaded.
 * @param clean the address without them
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
 * The mailed link that opened this page; it is removed from the address.
 * @returns the link, or null if there is none or it is damaged; and its e-mail address, if it names one
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

/** The invitation link that opened this page, and its space; they are removed from the address. */
export function takeInvitation() {
  const { pathname, search } = window.location
  const query = Object.fromEntries(new URLSearchParams(search))
  const found = invitationLinkSchema.safeParse(query).data ?? null
  const { space_id: spaceId = null, ...proof } =
    hide('invitation', found, invitationLinkSchema, pathname) ?? {}
  return { proof: invitationProofSchema.safeParse(proof).data ?? null, spaceId }
}

/** The one-time token in the fragment, which reaches no server; it is removed from the address. */
export function takeFragmentToken() {
  const { pathname, search, hash } = window.location
  const token = new URLSearchParams(hash.slice(1)).get('token')
  return hide('token', token, z.string(), pathname + search)
}
