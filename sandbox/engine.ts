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
/** Memory of the engine at its start, in pages. */
const FIRST_PAGES = 256

/** QuickJS with a limited memory. */
export interface Engine {
  /**
   * Runs one task in a fresh context and resets the memory afterwards. An engine that is `spent` may be broken and
   * takes no more tasks.
   */
  run: (task: Task) => { outcome: Outcome; spent: boolean }
}

/**
 * Starts an engine.
 * @param module compiled QuickJS
 * @param megabytes memory limit, at least 16; QuickJS's own limit stops single large allocations only
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
    // The engine itself threw, so its state is unknown.
    return {
      error: error instanceof RangeError ? limitErrors.depth() : limitErrors.memory(task.limits),
      broken: true,
    }
  }
}
