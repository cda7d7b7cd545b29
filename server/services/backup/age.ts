import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError, CutOffError } from './format'

// The format age-encryption.org/v1 with a passphrase, so that the program `age` also opens these files. Node's own ciphers are fifty times
// faster than those of the package `age-encryption`, which the tests compare this with.

const VERSION = 'age-encryption.org/v1'
const CIPHER = 'chacha20-poly1305'
/** Bytes of plaintext. */
const CHUNK = 64 * 1024
const TAG = 16
const LAST = 1
/** Binary logarithm of scrypt's cost: about half a second and 128 MB. */
const WORK = 17
/** The greatest cost that is accepted, 256 MB: the file sets it. `age` itself accepts as much. */
const WORK_MAX = 18
/** Longest header that is read, in bytes; with a passphrase it has about 160. */
const HEADER_MAX = 1024
const NO_NONCE = Buffer.alloc(12)

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

async function keyOf(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, { N: number; maxmem: number }, Buffer>(scrypt)
  const N = 2 ** work
  return derive(passphrase, Buffer.concat([Buffer.from(`${VERSION}/scrypt`), salt]), 32, {
    N,
    maxmem: 2 * 128 * N * 8,
  })
}

const derived = (fileKey: Buffer, salt: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', fileKey, salt, purpose, 32))

const macOf = (fileKey: Buffer, header: string) =>
  base64(
    createHmac('sha256', derived(fileKey, Buffer.alloc(0), 'header'))
      .update(header)
      .digest(),
  )

function seal(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined if the key is not the one that sealed it, or it was changed. */
function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length < TAG) return undefined
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG })
  decipher.setAuthTag(sealed.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}

/** The nonce of a chunk: its number, and whether it is the last. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  if (isLast) nonce[11] = LAST
  return nonce
}

/** Cuts bytes into pieces of one size; marks the last one, which may be shorter. */
async function* piecesOf(source: AsyncIterable<Buffer>, size: number) {
  let held: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    held.push(bytes)
    length += bytes.length
    if (length <= size) continue
    const all = Buffer.concat(held, length)
    let at = 0
    // At least one byte stays, for the last piece.
    for (; all.length - at > size; at += size) yield { piece: all.subarray(at, at + size), isLast: false }
    held = [all.subarray(at)]
    length -= at
  }
  yield { piece: Buffer.concat(held, length), isLast: true }
}

/** Encrypts bytes with a passphrase. */
export async function* encrypted(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const [fileKey, salt, nonce] = [randomBytes(16), randomBytes(16), randomBytes(16)]
  const body = seal(await keyOf(passphrase, salt, WORK), NO_NONCE, fileKey)
  const header = `${VERSION}\n-> scrypt ${base64(salt)} ${WORK}\n${base64(body)}\n---`
  yield Buffer.concat([Buffer.from(`${header} ${macOf(fileKey, header)}\n`), nonce])
  const key = derived(fileKey, nonce, 'payload')
  let number = 0
  for await (const { piece, isLast } of piecesOf(source, CHUNK))
    yield seal(key, nonceOf(number++, isLast), piece)
}

/** Whether a file with this beginning is encrypted. */
export const isEncrypted = (start: Buffer): boolean =>
  start.subarray(0, VERSION.length).toString() === VERSION

const HEADER =
  /^(age-encryption\.org\/v1\n-> scrypt ([\w+/]{22}) (\d{1,2})\n([\w+/]{43})\n---) ([\w+/]{43})\n/

/** @throws BackupError if the passphrase is wrong */
async function fileKeyOf(start: string, passphrase: string) {
  const [whole = '', header = '', salt = '', work = '', body = '', mac] = HEADER.exec(start) ?? []
  if (mac === undefined || Number(work) > WORK_MAX)
    throw new BackupError(
      'The file is encrypted in a way that this version does not know. Decrypt it with age first.',
    )
  const wrap = await keyOf(passphrase, Buffer.from(salt, 'base64'), Number(work))
  const fileKey = open(wrap, NO_NONCE, Buffer.from(body, 'base64'))
  if (!fileKey) throw new BackupError('The passphrase is not the one that the file was encrypted with.')
  if (macOf(fileKey, header) !== mac)
    throw new BackupError('The start of the file was changed. Use another backup.')
  return { fileKey, length: whole.length }
}

/**
 * Decrypts bytes. The yielded bytes were neither changed nor moved.
 * @throws BackupError if the passphrase is wrong, or bytes were changed
 * @throws CutOffError if the end is missing
 */
export async function* decrypted(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const input = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  for (let next = await input.next(); ; next = await input.next()) {
    if (next.done) break
    start = Buffer.concat([start, next.value])
    if (start.length >= HEADER_MAX) break
  }
  const { fileKey, length } = await fileKeyOf(start.toString('latin1', 0, HEADER_MAX), passphrase)
  const key = derived(fileKey, start.subarray(length, length + 16), 'payload')
  async function* payload() {
    yield start.subarray(length + 16)
    for (let next = await input.next(); !next.done; next = await input.next()) yield next.value
  }
  let number = 0
  for await (const { piece, isLast } of piecesOf(payload(), CHUNK + TAG)) {
    const plain = open(key, nonceOf(number, isLast), piece)
    if (plain) yield plain
    // A whole chunk that others follow, or its beginning.
    else if (isLast) throw new CutOffError('the file was cut off')
    else throw new BackupError('The file was changed, or the disk has damaged it. Use another backup.')
    number++
  }
}
