import { createHash, randomBytes } from 'node:crypto'

/** A secret that works once, in an address or signed by a device: 256 bits, base64url. Only its hash is stored. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** The stored hash of such a secret: its SHA-256. Nobody can guess it, so the hash need not be slow. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
