import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exitOf, killHard } from '../../../tests/support/databaseProcess'
import { programOf } from '../../../tests/support/program'
import { lockDataDir } from './lock'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'spaceport-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const address = 'http://127.0.0.1:4711'

/** A process that tries to lock the folder, reports the result, and lives until its input ends. */
const spawnHolder = async () =>
  spawn(process.execPath, [await programOf('tests/support/lockProcess.ts'), dataDir, address], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })

const firstLine = (child: Awaited<ReturnType<typeof spawnHolder>>) =>
  new Promise<string>((resolve) => child.stdout.once('data', (line) => resolve(String(line).trim())))

test('a second server is refused with a sentence that names the holder of the folder', () => {
  const lock = lockDataDir(dataDir, { address })
  const since = /since \d{4}-\d\d-\d\dT[\d:.]+Z/
  const attempt = () => lockDataDir(dataDir, { address: 'http://127.0.0.1:1' })
  expect(attempt).toThrow(`is in use by another server (process ${process.pid}, since `)
  expect(attempt).toThrow(since)
  expect(attempt).toThrow(`at ${address}). Stop that server first, or choose another folder with DATA_DIR.`)
  lock.release()
  attempt().release()
})

test('a missing folder is created', () => {
  const missing = join(dataDir, 'a', 'b')
  lockDataDir(missing, { address }).release()
  expect(statSync(missing).isDirectory()).toBe(true)
})

test('the lock ends with its holder, even when that is killed', async () => {
  const child = await spawnHolder()
  expect(await firstLine(child)).toBe('held')
  expect(() => lockDataDir(dataDir, { address })).toThrow(`process ${child.pid}`)
  await killHard(child)
  lockDataDir(dataDir, { address }).release()
})

test('when many servers start at once, exactly one gets the folder', { tags: 'heavy' }, async () => {
  const children = await Promise.all(Array.from({ length: 6 }, spawnHolder))
  const said = await Promise.all(children.map(firstLine))
  const ended = children.map(exitOf)
  for (const child of children) child.stdin.end()
  await Promise.all(ended)
  expect(said.filter((line) => line === 'held')).toHaveLength(1)
  expect(said.filter((line) => line.includes('is in use by another server'))).toHaveLength(5)
})

test('programs started by the holder do not keep the lock', async () => {
  const lock = lockDataDir(dataDir, { address })
  const child = spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'] })
  lock.release()
  lockDataDir(dataDir, { address }).release()
  child.stdin.end()
  expect(await text(child.stdout)).toBe('')
})
