import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { outboxTransport } from '../../server/services/mail/transport'
import { BEFORE, MAY, serveArchive } from '../support/archives'
import { fillTables, PASSPHRASE } from '../support/backups'
import { aMessage } from '../support/builders'
import { runCommand } from '../support/command'
import { createDatabase } from '../support/database'

const { server, device, ids, place, stored } = await serveArchive()
const isRoot = process.getuid?.() === 0
let disk: string

beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'spaceport-disk-'))
})
afterEach(() => {
  spawnSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

const mount = (options: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', disk]).status === 0
const fill = () => spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'ballast')}`, 'bs=4k'])
const makeRoom = () => rmSync(join(disk, 'ballast'))

describe.runIf(isRoot && process.platform === 'linux')('on a full disk of its own', { tags: 'heavy' }, () => {
  test('the archive names the full disk, keeps the messages, leaves no partial file, and goes on once there is room', async ({
    skip,
  }) => {
    if (!mount('size=8m')) skip()
    const id = await aMessage(server, device, { at: MAY })
    fill()
    const archive = async () =>
      runCommand('server/commands/archive.ts', [BEFORE.toISOString()], {
        DATABASE_URL: server.databaseUrl,
        ARCHIVE_DIR: disk,
        MESSAGE_RETENTION_DAYS: '30',
      })
    expect(await archive()).toMatchObject({
      code: 1,
      complaint: `the messages of 2026-05 stay in the database: the disk of ${disk} is full\n`,
    })
    expect(await stored()).toEqual([id])
    const files = readdirSync(disk, { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => /parquet|partial/.test(name))).toEqual([])
    makeRoom()
    expect(await archive()).toMatchObject({ code: 0, complaint: '' })
    place.folder = disk
    expect([await stored(), await ids()]).toEqual([[], [id]])
  })

  test('a backup and its check name the full disk, and leave no partial file', async ({ skip }) => {
    if (!mount('size=60m,mode=1777')) skip()
    const DATABASE_URL = await createDatabase()
    await fillTables(DATABASE_URL)
    const env = { DATABASE_URL, BACKUP_PASSPHRASE: PASSPHRASE }
    const file = join(disk, 'a.backup')
    fill()
    expect(await runCommand('server/commands/backup.ts', [file], env)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining(
        `The disk of ${disk} is full. Make room on it, or choose another folder.\n`,
      ),
    })
    expect(readdirSync(disk)).toEqual(['ballast'])
    makeRoom()
    expect(await runCommand('server/commands/backup.ts', [file], env)).toMatchObject({ code: 0 })
    // There is room for the start of PostgreSQL, but not for the data; then not even for the start.
    for (const [megabytes, sentence] of [
      [50, `The disk of ${disk}, on which the backup is restored for a try, is full.`],
      [30, `The disk that holds ${join(disk, 'spaceport-check-')}`],
    ] as const) {
      mount(`remount,size=${megabytes}m`)
      const { code, complaint } = await runCommand('server/commands/backup.ts', ['--check', file], {
        ...env,
        TMPDIR: disk,
      })
      expect([code, complaint.trim().split('\n').at(-1)]).toEqual([1, expect.stringContaining(sentence)])
      expect(readdirSync(disk, { recursive: true }).join()).not.toContain('PG_VERSION')
    }
  })

  test('an e-mail that cannot be stored waits', async ({ skip }) => {
    if (!mount('size=1m')) skip()
    fill()
    const send = outboxTransport(disk, () => undefined)
    const letter = {
      id: 'a',
      to: 'a@example.com',
      link: 'https://example.com',
      envelope: { from: false as const, to: [] },
      bytes: Buffer.alloc(8192),
    }
    expect(await send(letter)).toEqual({
      state: 'refused',
      reason: `the e-mail cannot be stored: the disk of ${disk} is full`,
      isFinal: false,
    })
    makeRoom()
    expect(await send(letter)).toEqual({ state: 'sent' })
    expect(readdirSync(disk)).toEqual(['a.eml'])
  })
})
