import { z } from 'zod'
import { timeSchema } from '../common'

/** Days before its expiry from which on there is a warning. */
export const CERTIFICATE_WARNING_DAYS = 30

/** The certificate that a connector shows to its receiver, or the authority if it only has one. */
export const clientCertificateSchema = z
  .object({
    subject: z.string(),
    fingerprint: z.string().describe('SHA-256'),
    not_after: timeSchema.describe('When it expires'),
    has_certificate: z
      .boolean()
      .default(true)
      .describe('False if there are only authorities: the other fields are of the first of them'),
    has_ca: z.boolean().describe('Whether the receiver is verified by authorities of its own'),
  })
  .meta({ id: 'ClientCertificate' })
export type ClientCertificate = z.infer<typeof clientCertificateSchema>
