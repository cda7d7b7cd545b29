import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { builtProgram, isFromSource } from '../../installation'

/** The URL of a thread's script, and the compiled engine. */
export interface Program {
  script: URL
  engine: WebAssembly.Module
}

/** The script of a thread: the server's build has it. */
async function findScript(): Promise<URL> {
  if (!isFromSource) return pathToFileURL(builtProgram('thread'))
  const { compileThread } = await import('./compile.mjs')
  return new URL(`data:text/javascript,${encodeURIComponent(await compileThread())}`)
}

/** The program of every thread, prepared once. */
export async function prepareProgram(): Promise<Program> {
  const engine = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return { script: await findScript(), engine: await WebAssembly.compile(await readFile(engine)) }
}
