import { z } from 'zod'
import { pictureSchema } from '#contract/config'

/** An external identity provider (OpenID Connect) in the operator's settings. */
export interface ProviderSettings {
  /** Stands for this provider in calls and in linked identities. */
  id: string
  /** For people. */
  name: string
  /** A path of the console, or a data: address. */
  icon: string
  issuer: string
  clientId: string
  /** Undefined for a public client. */
  clientSecret?: string
  scope: string
  /** Anyone who reaches it can be anyone: only people on this machine may sign in there. */
  isLocal?: boolean
}

/** Hosts that never leave this machine. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** A key in a neutral grey that is visible in both themes. */
export const NEUTRAL_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#7a828e"><path d="M12.7 10a6 6 0 1 0 0 4H17v4h4v-4h2v-4H12.7zM7 14a2 2 0 1 1 0-4 2 2 0 0 1 0 4z"/></svg>',
)}`

/** Reserved ids: the `provider` of a registration with a password, and the demo's provider. */
const RESERVED = ['password', 'demo']

const ids = (value: string) =>
  value
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)

/** Ids of the providers: `google,keycloak`. */
export const providerIdsSchema = z
  .string()
  .default('')
  .transform(ids)
  .pipe(
    z
      .array(
        z
          .string()
          .regex(
            /^[a-z][a-z0-9-]{0,31}$/,
            'must be ids with a comma between them, of lowercase letters, digits and hyphens',
          )
          .refine((id) => !RESERVED.includes(id), `must not hold ${RESERVED.join(' or ')}`),
      )
      .refine((all) => new Set(all).size === all.length, 'must hold each id once'),
  )

const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value)
/** A variable; an empty one counts as unset. */
export const set = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(emptyIsUnset, schema)

/** `0` or `1`. */
export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')
/** A key or a token. */
export const secret = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')

const required = z.string({ error: 'is required' })

const capitalised = (id: string) => id.slice(0, 1).toUpperCase() + id.slice(1)

const prefixOf = (id: string) => `OIDC_${id.toUpperCase().replaceAll('-', '_')}_`

/** The names of the variables of some providers. @param listed their ids, as in `OIDC_PROVIDERS` */
export const providerVariables = (listed: string): string[] =>
  ids(listed).flatMap((id) => Object.keys(variablesOf(id).shape))

/** The variables of one provider. Errors name the variable. */
const variablesOf = (id: string) => {
  const prefix = prefixOf(id)
  return z.object({
    [`${prefix}ISSUER`]: set(
      required.refine(
        isIssuer,
        'must be an address that begins with https; http works for this machine only',
      ),
    ),
    [`${prefix}CLIENT_ID`]: set(required),
    [`${prefix}CLIENT_SECRET`]: set(z.string().optional()),
    [`${prefix}NAME`]: set(z.string().max(64, 'must have at most 64 characters').default(capitalised(id))),
    [`${prefix}SCOPE`]: set(
      z
        .string()
        .regex(/(^| )openid( |$)/, 'must hold openid')
        .default('openid email profile'),
    ),
    [`${prefix}ICON`]: set(pictureSchema.default(NEUTRAL_ICON)),
  })
}

/** The settings of one provider, from its variables. */
export function providerSchema(id: string) {
  const prefix = prefixOf(id)
  return variablesOf(id).transform((values): ProviderSettings => {
    const text = (name: string) => z.string().parse(values[prefix + name])
    const secret = z.string().optional().parse(values[`${prefix}CLIENT_SECRET`])
    return {
      id,
      name: text('NAME'),
      icon: text('ICON'),
      issuer: text('ISSUER'),
      clientId: text('CLIENT_ID'),
      ...(secret !== undefined && { clientSecret: secret }),
      scope: text('SCOPE'),
    }
  })
}
