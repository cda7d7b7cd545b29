import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { withValues } from '../../config/environment'
import { builtProgram, installed, isFromSource } from '../../installation'

/** Longest reason that is stored, in characters. */
const REASON = 1000

interface Options {
  /** Variables besides those of this process. */
  env: Readonly<Record<string, string | undefined>>
  stopping: AbortSignal | undefined
  /** Is called with each line of output, even if the program fails later. */
  onLine?: (line: string) => void
}

async function readLines(input: Readable, onLine: Options['onLine']) {
  for await (const line of createInterface({ input })) onLine?.(line)
}

/**
 * Runs a program of the server in a low-priority process of its own, so that calls do not notice.
 * @param name of a program in `server/`: `commands/backup`
 * @throws Error with the last output if the program fails
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  { env, stopping, onLine }: Options,
): Promise<void> {
  const program = isFromSource ? ['--import', 'tsx', installed('server', `${name}.ts`)] : [builtProgram(name)]
  const child = spawn(process.execPath, [...program, ...args], {
    // Relative folders of the configuration are the server's.
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
    // The program has ended already, and its exit says why.
  }
  const lines = readLines(child.stdout, onLine).catch((error: unknown) => {
    child.kill()
    throw error
  })
  const [{ code, signal }, complaint] = await Promise.all([ended, text(child.stderr), lines])
  const reason = complaint.trim().split('\n').at(-1)?.slice(0, REASON)
  if (signal !== null)
    throw new Error(`its process was killed (${signal}), by somebody or because memory was short`)
  if (code !== 0) throw new Error(reason || `${name} ended with ${code}`)
}
