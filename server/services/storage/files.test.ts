import { statSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '../../../tests/support/backups'
import { makeFolder } from './files'

const folder = aFolder()
afterAll(folder.remove)

test('a folder is created with its parents, for its user only, and an existing one is kept', async () => {
  await makeFolder(folder.at('a/b/c'))
  await Promise.all([
    makeFolder(folder.at('a/b/c')),
    makeFolder(folder.at('a/d/e')),
    makeFolder(folder.at('a/d/f')),
  ])
  for (const name of ['a', 'a/b/c', 'a/d/f']) expect(statSync(folder.at(name)).mode & 0o777).toBe(0o700)
})

test.each([
  ['/proc/spaceport', 'ENOENT'],
  ['/proc/spaceport/backups', 'ENOENT'],
  [folder.at('file'), 'EEXIST'],
  [folder.at('file/backups'), 'ENOTDIR'],
])('a folder that cannot be created is reported at once: %s', async (path, code) => {
  writeFileSync(folder.at('file'), '')
  await expect(makeFolder(path)).rejects.toMatchObject({ code })
})
