import { z } from 'zod'
import { timeSchema } from '../common'

/** Hours for which the previous secret stays valid, unless a person chooses otherwise. */
export const OVERLAP_HOURS = 24
/** The longest such time: two weeks. */
export const OVERLAP_HOURS_MAX = 14 * 24

/** The secret that signs the requests of a connector, as `whsec_` and base64 (Standard Webhooks). */
export const secretSchema = z
  .object({
    secret: z.string(),
    signed_twice_until: timeSchema
      .nullable()
      .default(null)
      .describe(
        'Until then, requests also carry the signature of the previous secret; null when they do not',
      ),
  })
  .meta({ id: 'ConnectorSecret' })
export type ConnectorSecret = z.infer<typeof secretSchema>

/** How a secret is replaced. */
export const rotateSecretSchema = z
  .object({
    overlap_hours: z
      .int()
      .min(0)
      .max(OVERLAP_HOURS_MAX)
      .optional()
      .describe(
        'Hours for which requests also carry the signature of the previous secret; 0, and none given, end it at once',
      ),
  })
  .meta({ examples: [{ overlap_hours: OVERLAP_HOURS }, { overlap_hours: 0 }] })
