import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { type Entry, extract } from 'tar-stream'
import type { z } from 'zod'
import type { BackupFile } from '../../systems'
import { decrypted, isEncrypted } from './age'
import {
  BackupError,
  CutOffError,
  FORMAT,
  HEADER_MAX,
  HEADER_NAME,
  type Header,
  headerSchema,
  MANIFEST_MAX,
  MANIFEST_NAME,
  type Manifest,
  manifestSchema,
  newerError,
  type Part,
  ROWS_MAX,
  tableOfPart,
} from './format'
import type { Progress } from './write'

/** Bytes of rows that are unpacked at a time. */
const UNPACKED = 256 * 1024

/**
 * The content of a file: its header, the manifest, which all of the file agrees with, and then the rows, part by part. Each part is read
 * from the file before the next one is requested.
 */
export type Piece =
  | { header: Header }
  | { manifest: Manifest }
  | { table: string; rows: AsyncIterable<Buffer> }

interface Options {
  /** Called if the file is encrypted. */
  passphrase: () => Promise<string>
  /** In bytes of the file. */
  progress?: Progress
}

/**
 * Reads a backup twice: first everything is compared with its checksums, and only then is anything unpacked, no more than the manifest
 * says.
 * @throws BackupError if it is not a backup, was truncated or changed: the sentence names the part
 */
export async function* readBackup(
  file: BackupFile,
  { passphrase, progress }: Options,
): AsyncGenerator<Piece> {
  const reading = (before: 0 | 1): Options => ({
    passphrase,
    progress: ({ done, total }) => progress?.({ done: (done + before * total) / 2, total }),
  })
  const { header, manifest } = await survey(file, reading(0))
  yield { header }
  yield { manifest }
  const sizes = new Map(manifest.parts.map(({ name, rows_bytes = ROWS_MAX }) => [name, rows_bytes]))
  for await (const entry of entriesOf(file, reading(1))) {
    const { name } = entry.header
    if (name === MANIFEST_NAME) return
    if (name !== HEADER_NAME)
      yield { table: tableOf(name), rows: unpacked(entry, { label: file.label, most: sizes.get(name) ?? 0 }) }
    // The rest of an entry that was not read.
    entry.resume()
  }
}

/** The rows of a part, a piece at a time. @throws BackupError if there are more than the manifest says */
async function* unpacked(
  entry: Entry,
  { label, most }: { label: string; most: number },
): AsyncGenerator<Buffer> {
  const { name } = entry.header
  const gunzip = createGunzip({ chunkSize: UNPACKED })
  // The reader gets the error.
  pipeline(entry, gunzip, () => undefined)
  let size = 0
  try {
    const source: AsyncIterable<Buffer> = gunzip
    for await (const rows of source) {
      size += rows.length
      if (size > most)
        throw new BackupError(
          `The part ${name} of the file is longer than its manifest says. Nothing was restored. Use another backup.`,
        )
      yield rows
    }
  } catch (error) {
    throw isEarlyEnd(error) ? cutOff(label, `the part ${name}`) : error
  }
}

/** Reads a whole file, and returns its description. Nothing is unpacked. @throws BackupError as `readBackup` */
async function survey(file: BackupFile, options: Options): Promise<{ header: Header; manifest: Manifest }> {
  let current = `its first part, ${HEADER_NAME}`
  const parts: Part[] = []
  let header: Header | undefined
  try {
    for await (const entry of entriesOf(file, options)) {
      const { name } = entry.header
      current = `the part ${name}`
      if (name === MANIFEST_NAME) {
        const manifest = parse(manifestSchema, name, await whole(entry, MANIFEST_MAX))
        compare(parts, manifest.parts)
        if (!header) throw noHeader(file.label)
        return { header, manifest }
      }
      const hash = createHash('sha256')
      let bytes = 0
      const count = (data: Buffer) => {
        hash.update(data)
        bytes += data.length
      }
      if (name === HEADER_NAME) {
        const data = await whole(entry, HEADER_MAX)
        count(data)
        header = parseHeader(data)
      } else {
        tableOf(name)
        for await (const data of entry) count(data)
      }
      parts.push({ name, bytes, sha256: hash.digest('hex') })
      current = `the part after ${name}`
    }
  } catch (error) {
    if (error instanceof CutOffError || isEarlyEnd(error)) throw cutOff(file.label, current)
    throw error
  }
  throw cutOff(file.label, current)
}

/** All of a small part. @throws BackupError if it is not small */
async function whole(entry: Entry, most: number): Promise<Buffer> {
  const { name, size = 0 } = entry.header
  if (size > most)
    throw new BackupError(`The part ${name} of the file is larger than any of a backup. Use another backup.`)
  return buffer(entry)
}

/** The description at the beginning of a backup; the rest is not read. @throws BackupError as `readBackup` */
export async function readHeader(file: BackupFile, options: Options): Promise<Header> {
  try {
    for await (const entry of entriesOf(file, options))
      if (entry.header.name === HEADER_NAME) return parseHeader(await whole(entry, HEADER_MAX))
      else break
  } catch (error) {
    if (error instanceof CutOffError || isEarlyEnd(error))
      throw cutOff(file.label, `its first part, ${HEADER_NAME}`)
    throw error
  }
  throw noHeader(file.label)
}

const noHeader = (label: string) => new BackupError(`${label} has no header. Use another backup.`)

const cutOff = (label: string, current: string) =>
  new BackupError(`${label} was cut off or damaged in ${current}. Nothing was restored. Use another backup.`)

const isEarlyEnd = (error: unknown) =>
  error instanceof Error &&
  (/Unexpected end of data|Invalid tar header/.test(error.message) ||
    ('code' in error && String(error.code).startsWith('Z_')))

async function* entriesOf(file: BackupFile, { passphrase, progress }: Options): AsyncGenerator<Entry> {
  const total = await file.size()
  if (total === undefined)
    throw new BackupError(`There is no file ${file.label} that can be read. Check the name.`)
  const input = counted(file.read(), (done) => progress?.({ done, total }))
  let source: Readable | undefined
  try {
    const start: Buffer = (await input.next()).value ?? Buffer.alloc(0)
    const isPlain = start.toString('latin1', 0, HEADER_NAME.length) === HEADER_NAME
    if (!isPlain && !isEncrypted(start))
      throw new BackupError(`${file.label} is no backup of this server. Check the name.`)
    const bytes = following(start, input)
    const archive = extract()
    source = Readable.from(isPlain ? bytes : decrypted(bytes, await passphrase()))
    source.on('error', (error) => archive.destroy(error))
    source.pipe(archive)
    yield* archive
  } finally {
    source?.destroy()
    await input.return(undefined)
  }
}

/** The bytes that were already read, and the rest. */
async function* following(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start
  yield* rest
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
  if (header.format > FORMAT) throw newerError(header.version)
  return header
}

function tableOf(name: string): string {
  const table = tableOfPart(name)
  if (table === undefined)
    throw new BackupError(`The file has a part ${name} that this version does not know. Use another backup.`)
  return table
}

/** @throws BackupError that names the first part that differs from the manifest */
function compare(found: readonly Part[], listed: readonly Part[]) {
  const [longer, other] = found.length > listed.length ? [found, listed] : [listed, found]
  const at = longer.findIndex((part, i) => part.name !== other[i]?.name || part.sha256 !== other[i]?.sha256)
  if (at >= 0)
    throw new BackupError(
      `The part ${longer[at]?.name} of the file was changed or is missing. Use another backup.`,
    )
}
