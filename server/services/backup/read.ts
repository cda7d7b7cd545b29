import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { z } from 'zod'
import { decrypted, isEncrypted } from './age'
import { BackupError, CutOffError } from './errors'
import {
  FORMAT,
  HEADER_NAME,
  type Header,
  headerSchema,
  MANIFEST_NAME,
  type Manifest,
  manifestSchema,
  type Part,
  tableOfPart,
} from './format'
import type { Progress } from './write'

const decompress = promisify<Buffer, Buffer>(gunzip)

/** What a file has, in its order: the header, rows, and the manifest, with which all before it agrees. */
export type Piece = { header: Header } | { table: string; rows: Buffer } | { manifest: Manifest }

interface Options {
  /** Asked for when the file is encrypted. */
  passphrase: () => Promise<string>
  /** In bytes of the file. */
  progress?: Progress
}

/**
 * Reads a backup, and holds everything against its checksums.
 * @throws BackupError when it is no backup, was cut off or changed: the sentence names the part
 */
export async function* readBackup(path: string, options: Options): AsyncGenerator<Piece> {
  let current = `its first part, ${HEADER_NAME}`
  const parts: Part[] = []
  let isWhole = false
  try {
    for await (const { name, data } of entriesOf(path, options, (name) => (current = `the part ${name}`))) {
      if (name === MANIFEST_NAME) {
        const manifest = parse(manifestSchema, name, data)
        compare(parts, manifest.parts)
        isWhole = true
        yield { manifest }
        continue
      }
      parts.push({ name, bytes: data.length, sha256: createHash('sha256').update(data).digest('hex') })
      if (name === HEADER_NAME) yield { header: parseHeader(data) }
      else yield { table: tableOf(name), rows: await decompress(data) }
      current = `the part after ${name}`
    }
  } catch (error) {
    if (error instanceof CutOffError || isEarlyEnd(error)) throw cutOff(path, current)
    throw error
  }
  if (!isWhole) throw cutOff(path, current)
}

/** What a backup says of itself. @throws BackupError as `readBackup` */
export async function readHeader(path: string, options: Options): Promise<Header> {
  for await (const piece of readBackup(path, options)) if ('header' in piece) return piece.header
  throw new BackupError(`${path} has no header. Use another backup.`)
}

const cutOff = (path: string, current: string) =>
  new BackupError(`${path} was cut off or damaged in ${current}. Nothing was restored. Use another backup.`)

const isEarlyEnd = (error: unknown) =>
  error instanceof Error &&
  (/Unexpected end of data|Invalid tar header/.test(error.message) ||
    ('code' in error && String(error.code).startsWith('Z_')))

/** The entries of the archive. */
async function* entriesOf(path: string, { passphrase, progress }: Options, begin: (name: string) => void) {
  const { size } = await stat(path).catch(() => {
    throw new BackupError(`There is no file ${path} that can be read. Check the name.`)
  })
  const file = await open(path)
  try {
    const { buffer: start, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    const bytes = counted(file.createReadStream({ start: 0, autoClose: false }), (done) =>
      progress?.({ done, total: size }),
    )
    const isPlain = start.toString('latin1', 0, HEADER_NAME.length) === HEADER_NAME
    if (!isPlain && !isEncrypted(start.subarray(0, bytesRead)))
      throw new BackupError(`${path} is no backup of this server. Check the name.`)
    const archive = extract()
    const source = Readable.from(isPlain ? bytes : decrypted(bytes, await passphrase()))
    source.on('error', (error) => archive.destroy(error))
    source.pipe(archive)
    for await (const entry of archive) {
      begin(entry.header.name)
      yield { name: entry.header.name, data: await buffer(entry) }
    }
  } finally {
    await file.close()
  }
}

async function* counted(
  source: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let done = 0
  for await (const bytes of source) {
    done += bytes.length
    count(done)
    yield bytes
  }
}

function parse<Value>(schema: z.ZodType<Value>, name: string, data: Buffer): Value {
  try {
    return schema.parse(JSON.parse(data.toString()))
  } catch (cause) {
    throw new BackupError(`The part ${name} of the file is not as it should be. Use another backup.`, {
      cause,
    })
  }
}

function parseHeader(data: Buffer): Header {
  const header = parse(headerSchema, HEADER_NAME, data)
  if (header.format > FORMAT)
    throw new BackupError(
      `The file was made by a newer version, ${header.version}. Restore it with that version or a newer one.`,
    )
  return header
}

function tableOf(name: string): string {
  const table = tableOfPart(name)
  if (table === undefined)
    throw new BackupError(`The file has a part ${name} that this version does not know. Use another backup.`)
  return table
}

/** @throws BackupError that names the first part that is not as the manifest says */
function compare(found: readonly Part[], told: readonly Part[]) {
  const [longer, other] = found.length > told.length ? [found, told] : [told, found]
  const at = longer.findIndex((part, i) => part.name !== other[i]?.name || part.sha256 !== other[i]?.sha256)
  if (at >= 0)
    throw new BackupError(
      `The part ${longer[at]?.name} of the file was changed or is missing. Use another backup.`,
    )
}
