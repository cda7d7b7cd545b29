import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { limitErrors, ScriptFailure } from './errors'
import { execute } from './execute'
import { Logs } from './logs'
import { makeRealm, type Realm } from './realm'
import { takeSnapshot } from './snapshot'
import type { Outcome, ScriptError } from './types'
import type { Task } from './worker'

const PAGE_BYTES = 64 * 1024
const PAGES_PER_MEGABYTE = 16
/** What the engine takes at its start, in pages. */
const FIRST_PAGES = 256

/** QuickJS in a memory that cannot grow beyond a limit. */
export interface Engine {
  /**
   * Runs one task in a fresh context: afterwards the memory is again as it was before. An engine that is `spent` may be
   * broken and runs nothing more.
   */
  run: (task: Task) => { outcome: Outcome; spent: boolean }
}

/**
 * Starts an engine.
 * @param module QuickJS, compiled
 * @param megabytes all that it may ever use, 16 at least: its own limit stops single large allocations only
 */
export async function startEngine(module: WebAssembly.Module, megabytes: number): Promise<Engine> {
  const maximum = Math.max(FIRST_PAGES, megabytes * PAGES_PER_MEGABYTE)
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum })
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmModule: module, wasmMemory: memory }),
  )
  const realm = makeRealm(quickjs)
  const restore = takeSnapshot(memory)
  return {
    run(task) {
      const startedAt = performance.now()
      const logs = new Logs()
      const { broken, ...result } = attempt(realm, task, logs)
      restore()
      const isFull = memory.buffer.byteLength === maximum * PAGE_BYTES
      const outcome = { ...result, logs: logs.lines, milliseconds: performance.now() - startedAt }
      return { outcome, spent: broken || isFull }
    },
  }
}

type Attempt = ({ value: string } | { error: ScriptError }) & { broken: boolean }

function attempt(realm: Realm, task: Task, logs: Logs): Attempt {
  try {
    return { value: execute(realm, task, logs), broken: false }
  } catch (error) {
    if (error instanceof ScriptFailure)
      return { error: error.reason, broken: error.reason.name === 'MemoryError' }
    // It came out of the engine itself, which is in the middle of something now.
    return {
      error: error instanceof RangeError ? limitErrors.depth() : limitErrors.memory(task.limits),
      broken: true,
    }
  }
}
