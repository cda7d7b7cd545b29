import { z } from 'zod'
import { base64urlSchema, credentialFields, userVerificationSchema } from '../auth'

/** How a device with a passkey talks to the browser (WebAuthn, section 5.8.4). */
export const passkeyTransportSchema = z.enum([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
])
export type PasskeyTransport = z.infer<typeof passkeyTransportSchema>

/** A new passkey, as the browser returns it (WebAuthn, RegistrationResponseJSON). */
export const newPasskeySchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64urlSchema,
    attestationObject: base64urlSchema,
    authenticatorData: base64urlSchema.optional(),
    /** Newer browsers may name some that we do not know. */
    transports: z.array(z.string().max(64)).max(32).optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: base64urlSchema.optional(),
  }),
})
export type NewPasskey = z.infer<typeof newPasskeySchema>

/** What the browser needs to create a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreationSchema = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    /** Milliseconds. */
    timeout: z.number(),
    /** Passkeys of the account, so that no device creates a second one. */
    excludeCredentials: z.array(
      z.object({
        id: z.string(),
        type: z.literal('public-key'),
        transports: z.array(passkeyTransportSchema).optional(),
      }),
    ),
    authenticatorSelection: z.object({
      residentKey: z.enum(['discouraged', 'preferred', 'required']),
      requireResidentKey: z.boolean(),
      userVerification: userVerificationSchema,
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreation' })
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>
