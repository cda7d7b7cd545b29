import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { type Account, commandAs } from './account'
import type { Binaries } from './binaries'

interface Command {
  binaries: Binaries
  account: Account
  file: string
  args: string[]
  /** Text for its standard input. */
  input?: string
}

/**
 * Runs one of PostgreSQL's programs and waits for its end.
 * @throws Error with its output if it fails
 */
export async function run({ binaries, account, input = '', ...program }: Command): Promise<void> {
  const { file, args, uid, gid } = commandAs(account, program.file, program.args)
  const child = spawn(file, args, {
    env: binaries.env,
    cwd: '/',
    ...(uid === undefined ? {} : { uid, gid }),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  // A program that ends early closes its input; its exit code says why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code, said] = await Promise.all([ended, text(child.stderr)])
  if (code !== 0) throw new Error(said)
}
