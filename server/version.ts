import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { installed } from './installation'

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '')

/** Letters of a commit that identify it. */
const SHOWN = 10

/**
 * The checked-out commit, of a folder or of a worktree of Git, whose program need not be installed; otherwise the one that the console was
 * built from. Empty if neither is known.
 * @param root folder of the project
 */
export function readCommit(root = installed()): string {
  return (commitOfGit(join(root, '.git')) || read(join(root, 'dist', '.vite', 'built'))).slice(0, SHOWN)
}

function commitOfGit(path: string): string {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  const folder = isFile ? resolve(dirname(path), read(path).replace(/^gitdir: /, '')) : path
  const head = read(join(folder, 'HEAD'))
  const name = /^ref: (.+)$/.exec(head)?.[1]
  if (name === undefined) return head
  // A worktree has its branches where those of all others are.
  const shared = resolve(folder, read(join(folder, 'commondir')))
  return read(join(shared, name)) || packed(read(join(shared, 'packed-refs')), name)
}

const packed = (references: string, name: string) =>
  references
    .split('\n')
    .find((line) => line.endsWith(` ${name}`))
    ?.split(' ')[0] ?? ''

const packageSchema = z.object({ version: z.string() })

/** Version of this server, with its commit as the build metadata: `1.2.3+0123abcdef`. */
export function readVersion(): string {
  const { version } = packageSchema.parse(JSON.parse(read(installed('package.json'))))
  const commit = readCommit()
  return commit ? `${version}+${commit}` : version
}
