import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY } from '#contract/common/durations'
import { aFolder, backUp, PASSPHRASE } from '../../../tests/support/backups'
import { aUser } from '../../../tests/support/builders'
import { runCommand } from '../../../tests/support/command'
import { createEmptyDatabase } from '../../../tests/support/database'
import { query } from '../../../tests/support/query'
import { startS3 } from '../../../tests/support/s3'
import { serve } from '../../../tests/support/serve'
import { openBucket } from '../storage/s3'
import { backUpDaily } from './daily'
import { objectAt } from './file'
import { loadBackup } from './load'
import { readBackup } from './read'
import { openShelf } from './shelf'
import { writeBackup } from './write'

const s3 = await startS3()
afterAll(s3.stop)
const folder = aFolder()
afterAll(folder.remove)
let time = Date.now()
const server = await serve({ now: () => new Date(time), settings: { hasBackups: true } })
const url = server.databaseUrl
const place = { url: s3.url, ...s3.key }

const env = {
  BACKUP_S3_URL: s3.url,
  BACKUP_S3_REGION: s3.key.region,
  BACKUP_S3_ACCESS_KEY: s3.key.accessKey,
  BACKUP_S3_SECRET_KEY: s3.key.secretKey,
  BACKUP_PASSPHRASE: PASSPHRASE,
}
// The backup program reads its target from the environment.
Object.assign(process.env, env)
afterAll(() => {
  for (const name of Object.keys(env)) delete process.env[name]
})

const options = {
  connectionString: url,
  shelf: openShelf(place),
  at: { time: 0, zone: 'UTC' },
  keep: { last: 1, daily: 0, weekly: 0, monthly: 0 },
  isChecked: false,
  passphrase: PASSPHRASE,
}
const night = async (changes: Partial<typeof options> = {}) => {
  time += DAY
  return backUpDaily(server.deps, { ...options, ...changes })
}
const names = () => [...s3.objects.keys()].map((name) => name.replace('spaceport/', '')).toSorted()

beforeEach(async () => {
  await query(url, 'truncate routine, backup')
  s3.objects.clear()
  s3.uploads.clear()
  s3.state.isDown = false
})

test('a backup of many parts reads back from the bucket as it was written', async () => {
  const file = objectAt(openBucket(place), 'parts.backup', 10_000)
  const { manifest, size } = await writeBackup(url, file, { version: '1.2.3', passphrase: PASSPHRASE })
  expect(s3.objects.get('spaceport/parts.backup')).toHaveLength(size)
  expect(size).toBeGreaterThan(20_000)
  const pieces = readBackup(file, { passphrase: async () => PASSPHRASE })
  expect(await loadBackup(await createEmptyDatabase(), pieces, { isCompared: true })).toEqual(manifest)
  await expect(writeBackup(url, file, { version: '1.2.3', passphrase: null })).rejects.toThrow(
    's3:parts.backup exists already',
  )
})

test('an interrupted backup leaves nothing in the bucket', async () => {
  const file = objectAt(openBucket(place), 'broken.backup', 10)
  const bytes = (async function* () {
    yield Buffer.alloc(25)
    throw new Error('the database went away')
  })()
  await expect(file.write(bytes, 0)).rejects.toThrow('the database went away')
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
})

test('the server keeps checked backups in the bucket, and removes only its own older ones', {
  tags: 'heavy',
}, async () => {
  for (const name of [
    'spaceport-2020-01-01T0200Z.backup',
    'photo.jpg',
    'archive/spaceport-2020-01-01T0200Z.backup',
  ])
    s3.objects.set(`spaceport/${name}`, Buffer.from('of somebody else'))
  const others = names()
  expect(await night({ isChecked: true })).toBe(true)
  const first = names().find((name) => !others.includes(name))
  expect(await night()).toBe(true)
  const [second, ...more] = names().filter((name) => !others.includes(name))
  expect([more, second === first]).toEqual([[], false])
  expect(names()).toEqual(expect.arrayContaining(others))
  expect(await query(url, 'select file from backup')).toEqual([{ file: second }])
})

test('a backup whose check fails is marked, does not count as good, and is removed with the next failed one', {
  tags: 'heavy',
}, async () => {
  await night()
  const [good = ''] = names()
  // No folder for a check is free.
  for (let n = 0; n < 8; n++) writeFileSync(folder.at(`spaceport-check-${process.getuid?.() ?? 0}-${n}`), '')
  process.env.TMPDIR = folder.at('')
  try {
    for (const _ of [1, 2]) {
      await query(url, `update routine set until = null`)
      await expect(night({ isChecked: true })).rejects.toThrow('No folder')
    }
  } finally {
    delete process.env.TMPDIR
  }
  expect((await openShelf(place).list()).map(({ name }) => name)).toEqual([good])
  expect(names()).toEqual([good, expect.stringMatching(/Z\.backup$/), expect.stringMatching(/\.unchecked$/)])
})

test('an upload of a killed server is aborted the next day, but none of others', async () => {
  const long = new Date(Date.now() - 2 * DAY)
  const begun = (object: string, begunAt: Date) =>
    s3.uploads.set(object, { object: `spaceport/${object}`, parts: new Map(), begunAt })
  begun('spaceport-2026-01-01T020000Z.backup', long)
  begun('spaceport-2026-01-02T020000Z.backup', new Date())
  begun('film.mp4', long)
  await openShelf(place).prepare()
  expect([...s3.uploads.keys()]).toEqual(['spaceport-2026-01-02T020000Z.backup', 'film.mp4'])
})

test('administrators see the refusal of a service, without the key', { tags: 'heavy' }, async () => {
  const admin = await aUser(server, { systemRole: 'admin' })
  process.env.BACKUP_S3_SECRET_KEY = 'wrong'
  await expect(night()).rejects.toThrow('403 SignatureDoesNotMatch')
  process.env.BACKUP_S3_SECRET_KEY = s3.key.secretKey
  const answer = await server.call('GET', '/admin/installation', { token: admin.token })
  const shown = await answer.text()
  expect(shown).toContain('403 SignatureDoesNotMatch')
  expect(shown + server.logged.join()).not.toContain(s3.key.accessKey)
})

test('commands write to the bucket, list its backups, check and restore them', {
  tags: 'heavy',
}, async () => {
  const run = async (command: 'backup' | 'restore', args: string[], more: Record<string, string> = {}) =>
    runCommand(`server/commands/${command}.ts`, args, { DATABASE_URL: url, ...env, ...more })
  expect(await run('restore', ['--list'])).toMatchObject({
    said: expect.stringContaining('There is no backup'),
  })
  const made = await run('backup', ['s3:mine.backup'])
  expect(made).toMatchObject({ code: 0, complaint: '', said: expect.stringContaining('s3:mine.backup has') })
  expect(await run('restore', ['--list'])).toMatchObject({
    said: expect.stringMatching(/^s3:mine\.backup {2}\d/),
  })
  const restored = await run('restore', ['s3:mine.backup'], { DATABASE_URL: await createEmptyDatabase() })
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('are restored') })
  // The file equals one in a folder.
  await backUp(url, folder.at('same.backup'), null)
  s3.objects.set('spaceport/same.backup', readFileSync(folder.at('same.backup')))
  expect(await run('restore', ['--check', 's3:same.backup'])).toMatchObject({
    said: expect.stringContaining('s3:same.backup is good'),
  })
  expect(await run('restore', ['--check', 's3:none.backup'])).toMatchObject({
    complaint: expect.stringContaining('There is no file s3:none.backup that can be read'),
  })
  expect(await run('restore', ['--check', 's3:a/b'])).toMatchObject({
    complaint: expect.stringContaining('s3:a/b is no name in BACKUP_S3_URL'),
  })
  expect(await run('restore', ['--check', 's3:mine.backup'], { BACKUP_S3_URL: '' })).toMatchObject({
    complaint: expect.stringContaining('Set BACKUP_S3_URL and its key'),
  })
})
