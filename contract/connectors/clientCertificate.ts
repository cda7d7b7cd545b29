import { z } from 'zod'
import { timeSchema } from '../common'

/** What is told of the certificate that a connector shows to its receiver. */
export const clientCertificateSchema = z
  .object({
    subject: z.string(),
    fingerprint: z.string().describe('SHA-256'),
    not_after: timeSchema.describe('When it expires'),
    has_ca: z.boolean().describe('Whether the receiver is verified by authorities of its own'),
  })
  .meta({ id: 'ClientCertificate' })
export type ClientCertificate = z.infer<typeof clientCertificateSchema>
