import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser. */
interface Recipient {
  /** An uncompressed point of the curve P-256. */
  p256dh: Buffer
  auth: Buffer
}

/** The random parts of a message. */
interface Chance {
  salt: Buffer
  /** Private key that is used once. */
  key: Buffer
}

const RECORD_SIZE = 4096

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

const label = (text: string) => Buffer.from(`${text}\0`)

function newKey(): Buffer {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return ecdh.getPrivateKey()
}

/** Encrypts a message so that only the browser can read it: RFC 8291. Throws for an invalid key. */
export function encrypt(
  text: string,
  { p256dh, auth }: Recipient,
  { salt, key }: Chance = { salt: randomBytes(16), key: newKey() },
): Buffer {
  const own = createECDH('prime256v1')
  own.setPrivateKey(key)
  const publicKey = own.getPublicKey()
  const info = Buffer.concat([label('WebPush: info'), p256dh, publicKey])
  const secret = derive(own.computeSecret(p256dh), auth, info, 32)
  const contentKey = derive(secret, salt, label('Content-Encoding: aes128gcm'), 16)
  const nonce = derive(secret, salt, label('Content-Encoding: nonce'), 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // The 2 says that it is the last record.
  const parts = [
    cipher.update(text, 'utf8'),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ]
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD_SIZE)
  size.writeUInt8(publicKey.length, 4)
  return Buffer.concat([salt, size, publicKey, ...parts])
}
