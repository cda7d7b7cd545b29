import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ConfigError, readConfig, type ServerConfig } from '../config/config'
import { ClusterError } from '../db/cluster'
import { SchemaError } from '../db/migrate'
import { databaseAdvice, rootOf } from '../errors'
import { Lifetime } from '../lifetime'
import { ignoreClosedOutput } from '../output.mjs'
import { checkBackup } from '../services/backup/check'
import { fileAt } from '../services/backup/file'
import { BackupError, type Manifest } from '../services/backup/format'
import { readBackup, readHeader } from '../services/backup/read'
import { openShelf } from '../services/backup/shelf'
import type { Progress } from '../services/backup/write'
import { isDiskFull } from '../services/storage/files'
import type { BackupFile } from '../systems'

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Asks for a text without showing it. */
async function askHidden(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new BackupError('Set BACKUP_PASSPHRASE, or run this in a terminal, which asks for the passphrase.')
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}

/** The passphrase of a file that exists. */
const askPassphrase = (): Promise<string> => askHidden('Passphrase: ')

/** The passphrase of a new file. */
export async function askNewPassphrase(): Promise<string> {
  const passphrase = await askHidden('Passphrase for the file (without it nobody can restore): ')
  if (passphrase === '')
    throw new BackupError('A passphrase has at least one character. --no-encryption does without.')
  if ((await askHidden('Once more: ')) !== passphrase)
    throw new BackupError('These were two different passphrases. Try again.')
  return passphrase
}

/** Prefix of a file in the bucket of `BACKUP_S3_URL`. */
const IN_BUCKET = 's3:'

/** The file that the command line names. @throws BackupError */
export function fileOf(name: string, { backup }: Pick<ServerConfig, 'backup'>): BackupFile {
  if (!name.startsWith(IN_BUCKET)) return fileAt(resolve(name))
  if (!backup || 'folder' in backup.place)
    throw new BackupError(`${name} is a file in a bucket. Set BACKUP_S3_URL and its key.`)
  return openShelf(backup.place).file(name.slice(IN_BUCKET.length))
}

/** Lists the backups in the server's place for them. @throws BackupError */
export async function listBackups({ backup }: Pick<ServerConfig, 'backup'>): Promise<void> {
  if (!backup)
    throw new BackupError('Set BACKUP_DIR, or BACKUP_S3_URL and its key: backups are listed there.')
  const shelf = openShelf(backup.place)
  const kept = (await shelf.list()).toSorted((a, b) => a.name.localeCompare(b.name))
  for (const { name, size } of kept) say(`${shelf.file(name).label}  ${megabytes(size)}`)
  if (kept.length === 0) say(`There is no backup in ${shelf.place}.`)
}

/**
 * The file that the command line names, and its options.
 * @throws BackupError with the usage of the command
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [file = '', ...more] = positionals
    if ((file === '') !== 'list' in values || more.length > 0) throw new BackupError(usage)
    return { file, values }
  } catch {
    throw new BackupError(usage)
  }
}

/** Milliseconds. Shorter work reports no progress. */
const SHORT = 1000
const REFRESH = 250
const REFRESH_LOG = 10_000

/** Shows progress: one changing line on a terminal, or a line now and then in other output. */
export function showProgress(
  what: string,
  format: (amount: number) => string,
): { progress: Progress; end: () => void } {
  const isTerminal = process.stdout.isTTY
  let next = performance.now() + (isTerminal ? SHORT : REFRESH_LOG)
  let isShown = false
  const progress: Progress = ({ done, total }) => {
    if (performance.now() < next) return
    next = performance.now() + (isTerminal ? REFRESH : REFRESH_LOG)
    isShown = isTerminal
    const percent = total > 0 ? `, ${Math.min(99, Math.floor((done / total) * 100))} %` : ''
    process.stdout.write(
      `${isTerminal ? '\r' : ''}${what}: ${format(done)}${percent}${isTerminal ? ' ' : '\n'}`,
    )
  }
  return { progress, end: () => void (isShown && process.stdout.write('\n')) }
}

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** A total of rows, in words. */
export function rowsOf({ totals }: Pick<Manifest, 'totals'>): string {
  const rows = totals.reduce((sum, total) => sum + total.rows, 0)
  return `${rows} rows of ${totals.length} tables`
}

/** The header of a file, its rows, and the progress of reading. */
export async function openFile(
  file: BackupFile,
  what: string,
  { passphrase: set }: Pick<ServerConfig, 'passphrase'>,
) {
  let given: Promise<string> | undefined
  const passphrase = () => (given ??= set === undefined ? askPassphrase() : Promise.resolve(set))
  const header = await readHeader(file, { passphrase })
  const { progress, end } = showProgress(what, megabytes)
  return { header, pieces: readBackup(file, { passphrase, progress }), end }
}

/** Test-restores a file, and prints whether it is good. */
export async function checkFile(name: string, lifetime: Lifetime): Promise<void> {
  const config = readConfig(process.env)
  const { pieces, end } = await openFile(fileOf(name, config), 'Checked', config)
  const manifest = await checkBackup(pieces, lifetime).finally(end)
  say(
    `${name} is good: ${rowsOf(manifest)} were restored for a try, and all are as they were at ${manifest.created_at}.`,
  )
}

/** Runs a command; an error becomes a sentence. Whatever it has begun is ended, also by Ctrl-C. */
export async function runCommand(command: (lifetime: Lifetime) => Promise<void>): Promise<void> {
  ignoreClosedOutput()
  const lifetime = new Lifetime()
  let isStopped = false
  const stop = () => {
    isStopped = true
    void lifetime.end().finally(() => process.exit(130))
  }
  // A second Ctrl-C ends it at once. npm and the end of a parent may both send SIGTERM, so a second one changes nothing.
  process.once('SIGINT', stop).on('SIGTERM', stop)
  try {
    await command(lifetime)
  } catch (thrown) {
    // An interrupted command prints nothing.
    if (!isStopped) process.stderr.write(`${explain(thrown)}\n`)
    process.exitCode = 1
  } finally {
    await lifetime.end()
  }
}

function explain(thrown: unknown): string {
  const error = rootOf(thrown)
  if (error instanceof ConfigError || error instanceof BackupError || error instanceof SchemaError)
    return error.message
  if (error instanceof ClusterError) {
    // PostgreSQL's output comes first: of a program that the server runs, the last line is reported.
    const [sentence, ...details] = error.message.split('\n')
    return [...details, sentence].join('\n')
  }
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const advice = databaseAdvice(thrown)
  if (advice !== undefined) return advice
  if (isDiskFull(error))
    return 'The disk is full. Make room on it, or choose another folder; TMPDIR names that of a check.'
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no such folder: ${message}`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `That may not be written or read: ${message}`
  return `It did not work: ${message}`
}
