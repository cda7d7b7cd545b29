import { z } from 'zod'
import { endpoint } from '../common'
import { CERTIFICATES_CAPABILITY } from './capability'
import { clientCertificateSchema } from './clientCertificate'
import { connectorsApi } from './endpoints'

/** Longest text of each, in characters: a chain of several certificates. */
const PEM_MAX_LENGTH = 32 * 1024

const pemSchema = z
  .string('is required')
  .trim()
  .min(1, 'is required')
  .max(PEM_MAX_LENGTH, `must have at most ${PEM_MAX_LENGTH / 1024} kB`)

/** Why a certificate was refused. Each sentence begins with the field, so that the form shows it there. */
export const CERTIFICATE_ERRORS = {
  noCertificate: 'certificate is not a certificate in PEM',
  noKey: 'key is not a private key in PEM',
  encrypted: 'key must not be encrypted',
  otherKey: 'key does not belong to the certificate',
  keyKind: 'key must be of EC, Ed25519, Ed448, or of RSA with at most 8192 bits',
  notYet: 'certificate is not valid yet',
  expired: 'certificate has expired',
  noCa: 'ca is not a certificate in PEM',
  expiredCa: 'ca has expired',
  unusable: 'certificate cannot be used for a connection',
} as const

/** A certificate with its key, the authorities of the receiver, or both, as PEM. */
export const certificateInputSchema = z
  .object({
    certificate: pemSchema
      .nullish()
      .describe(
        'PEM; others of its chain may follow. Without it the connector shows none, and `ca` is required',
      ),
    key: pemSchema.nullish().describe('Its private key as PEM, not encrypted. It is never answered'),
    ca: pemSchema
      .nullish()
      .describe(
        'Certificates of the authorities by which the receiver is verified, instead of those that everybody trusts',
      ),
  })
  .superRefine(({ certificate, key, ca }, context) => {
    const needed = certificate || key || !ca ? { certificate, key } : {}
    for (const [name, given] of Object.entries(needed))
      if (!given) context.addIssue({ code: 'custom', path: [name], message: 'is required' })
  })
  .meta({
    examples: [
      {
        certificate: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----',
        key: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----',
      },
    ],
  })
export type CertificateInput = z.infer<typeof certificateInputSchema>

const shared = {
  tag: 'Connectors',
  access: 'bearerOrKey',
  permission: 'space:connector:update',
  path: `${connectorsApi.get.path}/certificate`,
  params: connectorsApi.get.params,
  capability: CERTIFICATES_CAPABILITY,
} as const

/** Certificates with which connectors prove who they are. Rules, "Connectors". */
export const connectorCertificatesApi = {
  put: endpoint({
    ...shared,
    method: 'put',
    summary:
      'Set the certificate that a connector shows to its receiver (mTLS), and the authorities by which it verifies the receiver',
    body: certificateInputSchema,
    status: 200,
    answer: clientCertificateSchema,
    audit: 'connector.setCertificate',
  }),
  delete: endpoint({
    ...shared,
    method: 'delete',
    summary: 'Forget the certificate and the authorities of a connector',
    status: 204,
    audit: 'connector.deleteCertificate',
  }),
}
