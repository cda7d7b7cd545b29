import { z } from 'zod'
import { emailSchema, endpoint, idSchema, PASSWORD_MIN_LENGTH } from '../common'
import { systemRoleSchema } from '../permissions'

/** Password as typed. Spec 1, section 5. */
export const passwordSchema = z
  .string({ error: 'is required' })
  .min(1, 'is required')
  .min(PASSWORD_MIN_LENGTH, `must have at least ${PASSWORD_MIN_LENGTH} characters`)
  .max(1024, 'must have at most 1024 characters')

/** Payload of the sign-in. Spec 1, section 5. */
export const loginSchema = z.object({ email: emailSchema, password: passwordSchema })
export type Login = z.infer<typeof loginSchema>

/** Answer of every kind of sign-in. */
export const tokenAnswerSchema = z.object({ access_token: z.string() }).meta({ id: 'AccessToken' })

/** What the console reads from the token. Spec 1, section 3. */
export const tokenClaimsSchema = z.object({ uid: idSchema, sys: systemRoleSchema })
export type TokenClaims = z.infer<typeof tokenClaimsSchema>

/** An external identity provider; `url` holds a placeholder for the state value. Spec 1, section 3. */
export const oauthProviderSchema = z
  .object({ name: z.string(), provider: z.string(), url: z.string(), icon: z.string() })
  .meta({ id: 'OAuthProvider' })
export type OAuthProvider = z.infer<typeof oauthProviderSchema>

/** Payload of the first system administrator's one-time link. */
export const setupSchema = z.object({
  token: z.string().min(1, 'is required'),
  email: emailSchema,
  password: passwordSchema,
})

export const authApi = {
  login: endpoint({
    method: 'post',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password',
    tag: 'Sign-in',
    access: 'public',
    body: loginSchema,
    status: 200,
    answer: tokenAnswerSchema,
  }),
  logout: endpoint({
    method: 'post',
    path: '/auth/logout',
    summary: 'Revoke the token that the call carries',
    tag: 'Sign-in',
    access: 'bearer',
    status: 204,
    capability: 'logout',
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
  }),
}
