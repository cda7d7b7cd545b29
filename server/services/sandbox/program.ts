import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What every thread runs, prepared once: the URL of its script, and the compiled engine. The script is bundled,
 * because a thread that compiles TypeScript takes ten times as long to start, and a thread is replaced whenever a
 * script hangs.
 */
export function prepareProgram(): { script: URL; engine: WebAssembly.Module } {
  const { outputFiles } = buildSync({
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
    engine: new WebAssembly.Module(readFileSync(engine)),
  }
}
