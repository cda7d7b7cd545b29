import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Bundles the program of the sandbox's threads: a thread that compiles TypeScript takes ten times as long to start, and a thread is
 * replaced whenever a script hangs.
 */
export async function compileThread() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('thread.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    // The engine's loader for browsers needs neither files nor modules of Node.
    conditions: ['browser'],
    logLevel: 'silent',
  })
  return outputFiles.map(({ text }) => text).join('')
}
