import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { withValues } from '../../config/environment'

const SERVER = new URL('../../', import.meta.url)
/** Longest reason that is noted, in characters. */
const REASON = 1000

interface Options {
  /** Beside the variables of this process. */
  env: Readonly<Record<string, string | undefined>>
  stopping: AbortSignal | undefined
  /** Gets each line that it says, also when it fails later. */
  onLine?: (line: string) => void
}

async function readLines(input: Readable, onLine: Options['onLine']) {
  for await (const line of createInterface({ input })) onLine?.(line)
}

/**
 * Runs a program of the server in a process of its own that gives way to others, so that calls do not notice.
 * @param file in `server/`
 * @throws Error with what it says last when it fails
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  { env, stopping, onLine }: Options,
): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL(file, SERVER)), ...args], {
    cwd: fileURLToPath(new URL('..', SERVER)),
    env: withValues(process.env, env),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(stopping && { signal: stopping }),
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, and says why.
  }
  const lines = readLines(child.stdout, onLine).catch((error: unknown) => {
    child.kill()
    throw error
  })
  const [{ code, signal }, complaint] = await Promise.all([ended, text(child.stderr), lines])
  const reason = complaint.trim().split('\n').at(-1)?.slice(0, REASON)
  if (signal !== null)
    throw new Error(`its process was killed (${signal}), by somebody or because memory was short`)
  if (code !== 0) throw new Error(reason || `${file} ended with ${code}`)
}
