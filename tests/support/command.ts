import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { programOf } from './program'

/**
 * Runs a command of the server without a terminal, with only these environment variables.
 * @param entry for example `server/commands/recover.ts`
 */
export async function runCommand(entry: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [await programOf(entry), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { said, complaint, code }
}
