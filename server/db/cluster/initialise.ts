import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account'
import type { Binaries } from './binaries'
import { run } from './run'

/** Name of the server's database, and of the role that owns it, which is not a superuser. */
export const ROLE = 'spaceport'

const HBA = `# The server writes this file once. Only its own role may connect, from this machine, with its password.
host all ${ROLE} 127.0.0.1/32 scram-sha-256
`

interface Options {
  binaries: Binaries
  account: Account
  dataDir: string
  pgdata: string
  /** False skips the syncs, in tests. */
  durable: boolean
}

/**
 * Creates the database folder. It gets its name when it is complete, so a folder with that name is never incomplete.
 * The rest of a killed attempt is removed.
 */
export async function initialise({ binaries, account, dataDir, pgdata, durable }: Options): Promise<void> {
  const prefix = 'postgres-new-'
  for (const name of readdirSync(dataDir).filter((name) => name.startsWith(prefix))) {
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const folder = mkdtempSync(join(dataDir, prefix))
  const give = (path: string) => account && chownSync(path, account.uid, account.gid)
  give(folder)
  const step = (file: string, args: string[], input = '') => run({ binaries, account, file, args, input })

  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const sync = durable ? [] : ['--no-sync']
  await step(binaries.initdb, [
    `--pgdata=${folder}`,
    '--username=postgres',
    '--auth=reject',
    ...locale,
    ...sync,
  ])

  const password = randomBytes(32).toString('base64url')
  const create = [
    `create role ${ROLE} login createdb password '${password}'`,
    `create database ${ROLE} owner ${ROLE}`,
  ]
  const settings = ['-c', 'exit_on_error=on', '-c', `fsync=${durable ? 'on' : 'off'}`]
  await step(binaries.postgres, ['--single', '-D', folder, ...settings, 'postgres'], `${create.join('\n')}\n`)

  for (const [name, content] of [
    ['password', password],
    ['pg_hba.conf', HBA],
  ] as const) {
    const file = join(folder, name)
    writeFileSync(file, content, { mode: 0o600, flush: durable })
    give(file)
  }
  if (durable) await syncFolder(folder)
  renameSync(folder, pgdata)
  if (durable) await syncFolder(dataDir)
}

/** Syncs a folder, so that the names in it survive a power failure. */
async function syncFolder(path: string) {
  const folder = await open(path)
  await folder.sync()
  await folder.close()
}

/** The password of `ROLE`. */
export const readPassword = (pgdata: string) => readFileSync(join(pgdata, 'password'), 'utf8').trim()
