import { generate } from 'selfsigned'
import { DAY } from '#contract/common/durations'

const named = (value: string) => [{ name: 'commonName', value }]
const settings = { keyType: 'ec', algorithm: 'sha256' } as const

/** A private certificate authority. */
const authority = await generate(named('An authority'), {
  ...settings,
  extensions: [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ],
})
const ca = { key: authority.private, cert: authority.cert }

/** PEM of that authority. */
export const CA: string = authority.cert

/** Issues a certificate of the authority, with its key. */
export async function certificateFor(name: string, { notAfterDate }: { notAfterDate?: Date } = {}) {
  const made = await generate(named(name), {
    ...settings,
    ca,
    ...(notAfterDate && { notAfterDate, notBeforeDate: new Date(notAfterDate.getTime() - DAY) }),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  return { certificate: made.cert, key: made.private }
}

/** A client certificate of a connector. */
export const CLIENT = await certificateFor('A connector')
