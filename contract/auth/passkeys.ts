import { z } from 'zod'

const base64url = z
  .string()
  .regex(/^[\w-]+$/, 'must be base64url')
  .max(100_000)

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

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.looseObject({}).default({}),
}

/** What a browser answers when it signs with a passkey (WebAuthn, AuthenticationResponseJSON). */
export const passkeyProofSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})
export type PasskeyProof = z.infer<typeof passkeyProofSchema>

/** What a browser answers when it has made a passkey (WebAuthn, RegistrationResponseJSON). */
export const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    authenticatorData: base64url.optional(),
    /** Newer browsers may name some that we do not know. */
    transports: z.array(z.string().max(64)).max(32).optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: base64url.optional(),
  }),
})
export type NewPasskey = z.infer<typeof newPasskeySchema>

const userVerification = z.enum(['discouraged', 'preferred', 'required'])

/** What the browser needs to sign with a passkey (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const passkeyRequestSchema = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    /** Milliseconds. */
    timeout: z.number(),
    userVerification,
  })
  .meta({ id: 'PasskeyRequest' })
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>

/** What the browser needs to make a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreationSchema = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    /** Milliseconds. */
    timeout: z.number(),
    /** Passkeys that the account has, so that no device makes a second one. */
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
      userVerification,
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreation' })
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>
