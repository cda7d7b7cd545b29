import { z } from 'zod'
import { LINK_CHECK_CAPABILITY, providerIdSchema } from '../auth'
import {
  emailSchema,
  endpoint,
  idSchema,
  ifGiven,
  linkTokenSchema,
  passwordSchema,
  TEXT_MAX_LENGTH,
  timeSchema,
} from '../common'
import { spaceRoleSchema } from '../permissions'
import { REFUSALS_CAPABILITY, refusalSchema } from '../spaces'
import { tagRefSchema } from '../tags'

/** Payload of a link in an e-mail. Its token proves that the person can read the mailbox. */
export const mailLinkSchema = z.object({
  id: idSchema,
  token: linkTokenSchema,
  email: emailSchema,
})

/** Payload of the link of an invitation. */
export const invitationProofSchema = mailLinkSchema.omit({ email: true })

/** What the link of an invitation offers. */
const invitationOfferSchema = z
  .object({
    email: z.string(),
    space_id: idSchema,
    space_name: z.string(),
    space_role: spaceRoleSchema,
    /** E-mail address of the person who invites; null for a key. */
    sender: z.string().nullable(),
    /** Limits of the membership; see `SpaceUser`. */
    ends_at: timeSchema.nullable().default(null),
    tags: z.array(tagRefSchema).default([]),
    permissions: z.array(z.string()).nullable().default(null),
    /** Null for a link that was not mailed: its holder must not learn that. */
    has_account: z.boolean().nullable(),
  })
  .meta({ id: 'InvitationOffer' })
export type InvitationOffer = z.infer<typeof invitationOfferSchema>

/** Payload that requests a reset e-mail. */
export const forgotPasswordSchema = z.object({ email: emailSchema })

/** Payload that sets a new password. */
export const resetPasswordSchema = mailLinkSchema.extend({ password: passwordSchema })

/** Payload of a registration: a new one, or one that an invitation began. Rules, "Sign-up". */
export const registrationSchema = z.object({
  id: ifGiven(idSchema.nullable().default(null)),
  token: z.string().max(TEXT_MAX_LENGTH).nullable().default(null),
  space_id: ifGiven(idSchema.nullable().default(null)),
  /** If null, the address that the external provider knows is used. */
  email: ifGiven(emailSchema.nullable().default(null)),
  /** `password`, or the name of an external provider. */
  provider: providerIdSchema,
  /** The password, or the provider's code. */
  data: z.string().min(1, 'is required').max(4096),
})

const shared = { tag: 'Registration', access: 'public', status: 204 } as const

const passwordsOff = { 403: 'Signing in with a password is switched off' } as const

export const registrationApi = {
  forgotPassword: endpoint({
    ...shared,
    method: 'post',
    path: '/profile/password/forgot',
    summary: 'Send an e-mail with a link that sets a new password',
    body: forgotPasswordSchema,
    failures: { ...passwordsOff, 401: null },
    audit: 'password.forgot',
  }),
  resetPassword: endpoint({
    ...shared,
    method: 'put',
    path: '/profile/password/reset',
    summary: 'Set a new password with the link of a reset e-mail',
    body: resetPasswordSchema,
    failures: passwordsOff,
    audit: 'password.reset',
  }),
  checkReset: endpoint({
    ...shared,
    method: 'post',
    path: '/profile/password/reset/check',
    summary: 'Check the link of a reset e-mail; it stays good',
    capability: LINK_CHECK_CAPABILITY,
    body: mailLinkSchema,
    failures: passwordsOff,
    audit: null,
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path: '/registration/new',
    summary: 'Register; an e-mail with a verification link follows',
    body: registrationSchema,
    failures: {
      403: 'Accounts are made by invitation only, or signing in with a password is switched off',
      409: 'The identity is linked already, or the provider vouches for an address that has an account',
    },
    audit: 'account.register',
  }),
  complete: endpoint({
    ...shared,
    method: 'post',
    path: '/registration/complete',
    summary: 'Complete the registration that an invitation began',
    body: registrationSchema,
    failures: { ...passwordsOff, 409: 'The identity is linked already' },
    audit: 'account.register',
  }),
  invitation: endpoint({
    ...shared,
    method: 'post',
    path: '/registration/invitation',
    summary: 'Read what the link of an invitation offers; the link stays good',
    capability: 'invitation-offer',
    body: invitationProofSchema,
    status: 200,
    answer: invitationOfferSchema,
    audit: null,
  }),
  refuse: endpoint({
    ...shared,
    method: 'post',
    path: '/registration/refuse',
    summary: 'Refuse an invitation with the link of its e-mail, or all invitations of its sender',
    body: invitationProofSchema.extend(refusalSchema.shape),
    failures: { 409: 'A key has sent the invitation' },
    capability: REFUSALS_CAPABILITY,
    audit: 'invitation.refuse',
  }),
  verify: endpoint({
    ...shared,
    method: 'put',
    path: '/registration/verify',
    summary: 'Verify the e-mail address of a registration',
    body: mailLinkSchema,
    audit: 'account.verify',
  }),
}
