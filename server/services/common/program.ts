import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const SERVER = new URL('../../', import.meta.url)
/** Longest reason that is noted, in characters. */
const REASON = 1000

/**
 * Runs a program of the server in a process of its own that gives way to others, so that calls do not notice.
 * @param file in `server/`
 * @param env beside the variables of this process
 * @returns what it says
 * @throws Error with what it says last when it fails
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  stopping?: AbortSignal,
): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL(file, SERVER)), ...args], {
    cwd: fileURLToPath(new URL('..', SERVER)),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(stopping && { signal: stopping }),
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, and says why.
  }
  const [code, said, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const reason = complaint.trim().split('\n').at(-1)?.slice(0, REASON)
  if (code !== 0) throw new Error(reason || `${file} ended with ${code}`)
  return said
}
