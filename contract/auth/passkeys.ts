import { z } from 'zod'

/** Bytes as base64url text, without padding. */
export const base64urlSchema = z
  .string()
  .regex(/^[\w-]+$/, 'must be base64url')
  .max(100_000)

/** Most extensions that a browser's answer may have. */
const EXTENSIONS_MAX = 64

/** Fields of every answer of a browser's passkey API. */
export const credentialFields = {
  id: base64urlSchema,
  rawId: base64urlSchema,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z
    .looseObject({})
    .refine(
      (results) => Object.keys(results).length <= EXTENSIONS_MAX,
      `must have at most ${EXTENSIONS_MAX} entries`,
    )
    .meta({ maxProperties: EXTENSIONS_MAX })
    .default({}),
}

/** A browser's signature with a passkey (WebAuthn, AuthenticationResponseJSON). */
export const passkeyProofSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64urlSchema,
    authenticatorData: base64urlSchema,
    signature: base64urlSchema,
    userHandle: base64urlSchema.optional(),
  }),
})
export type PasskeyProof = z.infer<typeof passkeyProofSchema>

/** Whether the device verifies the person who holds it. */
export const userVerificationSchema = z.enum(['discouraged', 'preferred', 'required'])

/** What the browser needs to sign with a passkey (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const passkeyRequestSchema = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    /** Milliseconds. */
    timeout: z.number(),
    userVerification: userVerificationSchema,
  })
  .meta({ id: 'PasskeyRequest' })
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>
