import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { ClientCertificate } from '#contract/connectors'
import { CERTIFICATE_ERRORS, type CertificateInput } from '#contract/connectors/certificate'
import type { Queryable } from '../../db/database'
import { connector } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import type { Caller } from '../common/caller'
import { type ConnectorRef, isSeen } from './connector'

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
/** Longest subject that is returned, in characters. */
const SUBJECT_MAX = 300
/** Longest RSA key, in bits. */
const RSA_MAX = 8192
/** Most certificates in a text. */
const MOST = { certificate: 10, ca: 50 }

const refusal = (reason: keyof typeof CERTIFICATE_ERRORS) => new ApiError(400, CERTIFICATE_ERRORS[reason])

/** The certificates of a PEM text, in order. @throws ApiError 400 that names the field */
function certificatesOf(field: 'certificate' | 'ca', pem: string): [X509Certificate, ...X509Certificate[]] {
  try {
    const blocks = pem.match(BLOCK) ?? []
    const [first, ...others] = blocks.map((block) => new X509Certificate(block))
    if (first && blocks.length <= MOST[field]) return [first, ...others]
  } catch {
    // The error is the same as for a text without a certificate.
  }
  throw refusal(field === 'ca' ? 'noCa' : 'noCertificate')
}

/** @throws ApiError 400 */
function keyOf(pem: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) throw refusal('encrypted')
  try {
    return createPrivateKey(pem)
  } catch {
    throw refusal('noKey')
  }
}

/** The name of a certificate's owner: certificates without a subject have other names. */
function subjectOf({ subject, subjectAltName }: X509Certificate): string {
  // The types do not know that there may be none.
  const names: readonly (string | undefined)[] = [subject, subjectAltName]
  const owner = names.find((name) => name !== undefined && name !== '') ?? ''
  return owner.split('\n').join(', ').replaceAll('\0', '').slice(0, SUBJECT_MAX)
}

/** Whether a key is of a kind that signs quickly, because the thread that signs also serves everyone else. */
function isBearable({ asymmetricKeyType: kind, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (kind === 'rsa' || kind === 'rsa-pss')
    return (details?.modulusLength ?? Number.POSITIVE_INFINITY) <= RSA_MAX
  return kind === 'ec' || kind === 'ed25519' || kind === 'ed448'
}

/** The certificate that is shown, checked against its key. @throws ApiError 400 that names the field */
function shownOf(certificate: string, key: string): X509Certificate {
  const [own] = certificatesOf('certificate', certificate)
  const secret = keyOf(key)
  if (!isBearable(secret)) throw refusal('keyKind')
  if (!own.checkPrivateKey(secret)) throw refusal('otherKey')
  return own
}

/** Checks the certificates, and returns what may be shown of them. @throws ApiError 400 that names the field */
function check({ certificate, key, ca }: CertificateInput, at: Date): ClientCertificate {
  const shown = certificate && key ? shownOf(certificate, key) : null
  const [authority] = ca ? certificatesOf('ca', ca) : []
  const described = shown ?? authority
  if (!described) throw refusal('noCertificate')
  const notAfter = new Date(described.validTo)
  if (Number.isNaN(notAfter.getTime())) throw refusal(shown ? 'noCertificate' : 'noCa')
  if (shown && new Date(shown.validFrom) > at) throw refusal('notYet')
  if (notAfter <= at) throw refusal(shown ? 'expired' : 'expiredCa')
  try {
    createSecureContext({ cert: certificate ?? undefined, key: key ?? undefined, ca: ca ?? undefined })
  } catch {
    throw refusal('unusable')
  }
  return {
    subject: subjectOf(described),
    fingerprint: described.fingerprint256,
    not_after: notAfter.toISOString(),
    has_certificate: shown !== null,
    has_ca: Boolean(ca),
  }
}

/** Locks a connector that the caller sees. @throws ApiError 404 */
async function lock(tx: Queryable, caller: Caller, one: ConnectorRef) {
  const [found] = await tx
    .select({ name: connector.name, certificate: connector.clientCertificate })
    .from(connector)
    .where(isSeen(caller, one))
    .for('no key update')
  if (!found) throw notFound()
  return found
}

/**
 * Sets the certificate that a connector shows to its receiver, and the authorities by which it verifies the receiver.
 * @throws ApiError 400 for a certificate that cannot be used, 404
 */
export async function setCertificate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: ConnectorRef,
  input: CertificateInput,
): Promise<ClientCertificate> {
  const clientCertificate = check(input, now())
  return db.transaction(async (tx) => {
    const { name, certificate: before } = await lock(tx, caller, one)
    await tx
      .update(connector)
      .set({
        clientCertificate,
        clientCertificatePem: input.certificate ?? null,
        clientKeyPem: input.key ?? null,
        receiverCaPem: input.ca ?? null,
      })
      .where(isSeen(caller, one))
    await note(tx, { now }, caller, {
      action: 'connector.setCertificate',
      spaceId: one.spaceId,
      target: { id: one.connectorId, name },
      before: { client_certificate: before },
      after: { client_certificate: clientCertificate },
    })
    return clientCertificate
  })
}

/** Deletes the certificate of a connector, if it has one. @throws ApiError 404 */
export async function deleteCertificate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: ConnectorRef,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { name, certificate: before } = await lock(tx, caller, one)
    if (!before) return
    await tx
      .update(connector)
      .set({
        clientCertificate: null,
        clientCertificatePem: null,
        clientKeyPem: null,
        receiverCaPem: null,
      })
      .where(isSeen(caller, one))
    await note(tx, { now }, caller, {
      action: 'connector.deleteCertificate',
      spaceId: one.spaceId,
      target: { id: one.connectorId, name },
      before: { client_certificate: before },
      after: { client_certificate: null },
    })
  })
}
