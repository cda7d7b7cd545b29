import { z } from 'zod'
import { PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH_MOST } from '../common/limits'
import { CONFIG_DEFAULTS } from './defaults'

/** An address, or a path of the console's own origin. */
export const linkSchema = z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?![/\\])/)], {
  error: 'must be an address that begins with http, or a path that begins with /',
})
/** A picture that the content security policy allows: a path of the console's own origin, or the picture itself. */
export const pictureSchema = z
  .string()
  .regex(/^(\/(?![/\\])|data:image\/)/, 'must be a path that begins with /, or an address like data:image/…')
/** A colour of six hexadecimal digits. */
const accentSchema = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #2b55d9')
const link = linkSchema.nullable().default(null)

/** What the console reads from `/config.json` at its start. Every vendor word comes from here. */
export const configSchema = z.object({
  /** Base of all calls, absolute or a path of the console's own origin; without it `https://api.{host}/v2`. */
  apiBase: z.string().nullable().default(CONFIG_DEFAULTS.apiBase),
  /** Name in the title, the top bar and the texts. */
  productName: z.string().default(CONFIG_DEFAULTS.productName),
  /** The `{product}` of SIM profiles. */
  productPrefix: z.string().default(CONFIG_DEFAULTS.productPrefix),
  /** The product's colour, such as #2b55d9; null for our own. Each theme makes it darker or lighter if it is hard to read. */
  accent: accentSchema.nullable().default(CONFIG_DEFAULTS.accent),
  /** The square mark beside the name. */
  logo: pictureSchema.default(CONFIG_DEFAULTS.logo),
  links: z.object({ documentation: link, website: link, legacy: link, naming: link }).prefault({}),
  /** Whether anyone may create an account; otherwise only invited people may. */
  signUp: z.boolean().default(CONFIG_DEFAULTS.signUp),
  /** Whether people may sign in with a password or a passkey; otherwise only at external providers. */
  passwordLogin: z.boolean().default(CONFIG_DEFAULTS.passwordLogin),
  /** The rule for new passwords. */
  passwords: z
    .object({
      minLength: z
        .int()
        .min(PASSWORD_MIN_LENGTH)
        .max(PASSWORD_MIN_LENGTH_MOST)
        .default(CONFIG_DEFAULTS.passwords.minLength),
      refusesCommon: z.boolean().default(CONFIG_DEFAULTS.passwords.refusesCommon),
    })
    .prefault({}),
  /** Whether e-mails go to a mail server; otherwise the server writes them into a folder. */
  sendsMail: z.boolean().default(CONFIG_DEFAULTS.sendsMail),
  /** Whether the system has no administrator yet: the link that the server printed creates the first one. */
  needsAdmin: z.boolean().default(CONFIG_DEFAULTS.needsAdmin),
  /** Number of external providers, so that the sign-in page keeps space for their buttons. */
  providers: z.int().min(0).default(CONFIG_DEFAULTS.providers),
  /** Calls of this server that others may not have. */
  capabilities: z.array(z.string()).default(CONFIG_DEFAULTS.capabilities),
})
export type Config = z.infer<typeof configSchema>
