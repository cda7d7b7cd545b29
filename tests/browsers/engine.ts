import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** An input source of WebDriver's "Perform Actions": keys or a pointer. Both protocols have it. */
type InputSource = { id: string; actions: readonly object[] } & (
  | { type: 'key' }
  | { type: 'pointer'; parameters: { pointerType: 'mouse' } }
)

/** A browser with one window. */
export interface Engine {
  /** Starts a navigation. The page need not be loaded yet. */
  open: (address: string) => Promise<void>
  /** Evaluates an expression in the page. Its value is a string. */
  evaluate: (expression: string) => Promise<string>
  act: (sources: readonly InputSource[]) => Promise<void>
  /** Errors of pages since the start that the browser reports by itself. */
  errors: readonly string[]
  close: () => Promise<void>
}

export interface EngineKind {
  name: string
  /** Debian packages. */
  packages: readonly string[]
  /** What is missing on this machine. */
  missing: () => string[]
  /** @param home a folder for its profile and downloads */
  start: (home: string) => Promise<Engine>
}

export const SIZE = { width: 1400, height: 900 }

/** Longest time of one step of a browser, in milliseconds. The machine may be busy. */
export const PATIENCE = 60_000

/** Errors: there is no result in time. */
export async function within<Answer>(what: string, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer in ${PATIENCE / 1000} s`)), PATIENCE)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The first of these programs that is installed. */
export const programOnPath = (...names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((file) => existsSync(file))

/**
 * Starts a program, which ends with this one; returns it with its first output that matches. Errors: it ends before.
 */
export async function startUntil(
  file: string,
  args: readonly string[],
  { env, pattern }: { env?: NodeJS.ProcessEnv; pattern: RegExp },
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => child.kill())
  let output = ''
  const saying = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk)
        const found = pattern.exec(output)?.[1]
        if (found !== undefined) resolve(found)
      })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${file} ended:\n${output}`)))
  })
  return { child, said: await within(file, saying) }
}

/** Ends a program and waits until it has exited. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
