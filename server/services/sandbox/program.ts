import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The URL of a thread's script, and the compiled engine. */
export interface Program {
  script: URL
  engine: WebAssembly.Module
}

/**
 * The program of every thread, prepared once. The script is bundled, because a thread that compiles TypeScript takes ten times as long to
 * start, and a thread is replaced whenever a script hangs.
 */
export async function prepareProgram(): Promise<Program> {
  const { outputFiles } = await build({
    entryPoints: [at('./thread.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    // The engine's loader for browsers needs neither files nor modules of Node.
    conditions: ['browser'],
    logLevel: 'silent',
  })
  const code = outputFiles.map(({ text }) => text).join('')
  const engine = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return {
    script: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    engine: await WebAssembly.compile(await readFile(engine)),
  }
}
