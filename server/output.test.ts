import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '../tests/support/backups'
import { aUser } from '../tests/support/builders'
import { createDatabase } from '../tests/support/database'
import { makeServer } from '../tests/support/makeServer'
import { programOf } from '../tests/support/program'

const folder = aFolder()
const server = await makeServer({ databaseUrl: await createDatabase() })
const admin = await aUser(server, { systemRole: 'admin' })
afterAll(async () => {
  await server.stop()
  folder.remove()
})
const BACKUP = folder.at('a.backup')

test.each<[entry: string, args: string[]]>([
  ['server/commands/backup.ts', ['--no-encryption', BACKUP]],
  ['server/commands/restore.ts', ['--list']],
  ['server/commands/doctor.ts', []],
  ['server/commands/recover.ts', [admin.email]],
  ['server/commands/distribute.ts', []],
])('%s completes normally when nobody reads its output', async (entry, args) => {
  const child = spawn(process.execPath, [await programOf(entry), ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: server.databaseUrl,
      BACKUP_DIR: folder.at(''),
      BACKUP_ENCRYPTION: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  child.stderr.destroy()
  expect([await once(child, 'exit'), existsSync(BACKUP)]).toEqual([[0, null], true])
})
