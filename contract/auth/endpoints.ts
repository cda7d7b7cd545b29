import { z } from 'zod'
import { emailSchema, endpoint, linkTokenSchema, passwordSchema } from '../common'
import {
  loginSchema,
  oauthProviderSchema,
  providerIdSchema,
  secondFactorSchemas,
  tokenAnswerSchema,
} from './credentials'
import { passkeyProofSchema, passkeyRequestSchema } from './passkeys'

/** The code of an external provider for a person who signed in there. Rules, "Providers". */
export const oauthCodeSchema = z.object({
  provider: providerIdSchema,
  code: z.string().min(1, 'is required').max(4096),
})

/** How a person confirms their identity: with the password, a passkey, or at an external provider. */
const confirmationSchema = z.union(
  [
    z.strictObject({ password: passwordSchema, ...secondFactorSchemas }),
    z.strictObject({ passkey: passkeyProofSchema }),
    oauthCodeSchema.strict(),
  ],
  { error: 'must hold a password, a passkey, or a provider and its code' },
)
export type Confirmation = z.infer<typeof confirmationSchema>

/** Payload of the first system administrator's one-time link. */
export const setupSchema = z.object({
  token: linkTokenSchema,
  email: emailSchema,
  password: passwordSchema,
})

/** Name in `/config.json` of the calls that check a link, so that people learn of a dead one before they type anything. */
export const LINK_CHECK_CAPABILITY = 'link-check'

export const authApi = {
  login: endpoint({
    method: 'post',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password',
    tag: 'Sign-in',
    access: 'public',
    body: loginSchema,
    status: 200,
    failures: {
      403: 'The account is not verified, it asks for a second factor, or signing in with a password is switched off',
    },
    answer: tokenAnswerSchema,
    audit: 'session.create',
  }),
  oauthCode: endpoint({
    method: 'post',
    path: '/auth/oauth2/code',
    summary: 'Sign in with the code of an external identity provider',
    tag: 'Sign-in',
    access: 'public',
    body: oauthCodeSchema,
    status: 200,
    failures: { 403: 'The account is not verified' },
    answer: tokenAnswerSchema,
    audit: 'session.create',
  }),
  passkeyOptions: endpoint({
    method: 'post',
    path: '/auth/passkeys/options',
    summary: 'Begin to sign in with a passkey',
    tag: 'Sign-in',
    access: 'public',
    status: 200,
    failures: { 429: 'Too many attempts' },
    answer: passkeyRequestSchema,
    capability: 'passkeys',
    // A challenge is no change; the sign-in that answers it is recorded.
    audit: null,
  }),
  passkeyLogin: endpoint({
    method: 'post',
    path: '/auth/passkeys/login',
    summary: 'Sign in with a passkey',
    tag: 'Sign-in',
    access: 'public',
    body: passkeyProofSchema,
    status: 200,
    failures: { 403: 'The account is not verified, or signing in with a passkey is switched off' },
    answer: tokenAnswerSchema,
    capability: 'passkeys',
    audit: 'session.create',
  }),
  confirm: endpoint({
    method: 'post',
    path: '/auth/confirm',
    summary: 'Show once more who you are, for calls that need a recent sign-in',
    tag: 'Sign-in',
    access: 'bearer',
    body: confirmationSchema,
    isOfEverybody: true,
    status: 204,
    failures: { 409: 'It was the wrong password, code, passkey or person', 429: 'Too many attempts' },
    capability: 'confirm',
    audit: 'session.confirm',
  }),
  recover: endpoint({
    method: 'post',
    path: '/auth/recovery',
    summary: "Sign in with the one-time link that the machine's own shell printed",
    tag: 'Sign-in',
    access: 'public',
    body: z.object({ token: linkTokenSchema }),
    status: 200,
    answer: tokenAnswerSchema,
    capability: 'recovery',
    audit: 'session.create',
  }),
  logout: endpoint({
    method: 'post',
    path: '/auth/logout',
    summary: 'Revoke the token that the call carries',
    tag: 'Sign-in',
    access: 'bearer',
    isOfEverybody: true,
    status: 204,
    capability: 'logout',
    audit: 'session.delete',
  }),
  providers: endpoint({
    method: 'get',
    path: '/auth/oauth2/providers',
    summary: 'List the external identity providers',
    tag: 'Sign-in',
    access: 'public',
    status: 200,
    answer: z.array(oauthProviderSchema),
  }),
  checkSetup: endpoint({
    method: 'post',
    path: '/auth/setup/check',
    summary: 'Check the one-time token that the server printed; it stays good',
    tag: 'Sign-in',
    access: 'public',
    body: z.object({ token: linkTokenSchema }),
    status: 204,
    capability: LINK_CHECK_CAPABILITY,
    audit: null,
  }),
  setup: endpoint({
    method: 'post',
    path: '/auth/setup',
    summary: 'Create the first system administrator with the one-time token that the server printed',
    tag: 'Sign-in',
    access: 'public',
    body: setupSchema,
    status: 201,
    failures: { 409: 'The e-mail address belongs to an account already' },
    answer: tokenAnswerSchema,
    capability: 'setup',
    audit: 'account.register',
  }),
}
