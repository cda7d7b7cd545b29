import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommit, readVersion } from './version'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const SHOWN = '0123456789'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'version-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test.each<[what: string, files: Record<string, string>]>([
  ['a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` }],
  [
    'a branch of which Git has packed the name',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs\n${COMMIT.replace('0', 'f')} refs/heads/old/main\n${COMMIT} refs/heads/main\n`,
    },
  ],
  ['a commit without a branch', { '.git/HEAD': `${COMMIT}\n` }],
  [
    'a worktree',
    {
      '.git': 'gitdir: main.git/worktrees/one\n',
      'main.git/worktrees/one/HEAD': 'ref: refs/heads/one\n',
      'main.git/worktrees/one/commondir': '../..\n',
      'main.git/refs/heads/one': `${COMMIT}\n`,
    },
  ],
  ['a folder without Git, by the build', { 'dist/.vite/built': `${SHOWN}\n` }],
  [
    'a checkout that is newer than the build',
    { '.git/HEAD': `${COMMIT}\n`, 'dist/.vite/built': 'fedcba9876\n' },
  ],
])('the commit of %s is found', (_what, files) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  expect(readCommit(root)).toBe(SHOWN)
})

test('without both there is no commit', () => {
  expect(readCommit(root)).toBe('')
})

test('the version is that of the package, with the commit', () => {
  expect(readVersion()).toMatch(/^\d+\.\d+\.\d+(\+[\da-f]{10})?$/)
})
