import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { startMailbox } from '../../support/mailbox'
import { programOf } from '../../support/program'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The real server in a process of its own, without the demo. */
export interface ServerProcess {
  url: string
  /** Path of the one-time link that creates the first administrator, printed after the address. */
  setupPath: Promise<string>
  kill: () => Promise<void>
}

export interface ServerOptions {
  /** Additional settings. */
  env?: Record<string, string>
  /** Receives the server's e-mails. */
  mailbox?: Pick<Awaited<ReturnType<typeof startMailbox>>, 'url'>
  /** Whether the test takes its database away. */
  losesDatabase?: boolean
}

/**
 * Starts the server on a database and waits until it prints its address.
 * @param port 0 for any free one
 */
export async function startServer(
  databaseUrl: string,
  { mailbox, env }: ServerOptions = {},
  port = 0,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [await programOf('server/main.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      LOG_LEVEL: 'error',
      // Notify of alerts at once.
      ALERT_WAIT: '0',
      // Receivers of tests run on this machine.
      ALLOW_PRIVATE_WEBHOOKS: '1',
      ALLOW_PRIVATE_PUSH: '1',
      ...env,
      ...(mailbox && { SMTP_URL: mailbox.url, MAIL_FROM: 'Spaceport <cloud@example.com>' }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const setupPath = said(child, /(\/setup#token=\S+)/)
  setupPath.catch(() => undefined)
  return { url: await said(child, / is on (http:\S+)/), setupPath, kill: () => kill(child) }
}

/** Waits for a line of output that matches the pattern, and returns its first group. */
function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('the server has no output')
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = pattern.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
  })
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
