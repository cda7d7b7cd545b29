import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { digitsOf, lostDigits, withDigits } from '#contract/common'
import { takeApart } from '#contract/connectors/code/returned'
import { limitErrors, ScriptFailure } from './errors'
import { execute } from './execute'
import { Logs } from './logs'
import { limitMemory } from './memory'
import { makeRealm, type Realm } from './realm'
import { takeSnapshot } from './snapshot'
import type { Outcome, ScriptError } from './types'
import type { Task } from './worker'

/** QuickJS with limited memory. */
export interface Engine {
  /** Runs one task in a fresh context and resets the memory afterwards. An engine that is `spent` may be broken and takes no more tasks. */
  run: (task: Task) => { outcome: Outcome; spent: boolean }
}

/**
 * Starts an engine.
 * @param module compiled QuickJS
 * @param megabytes memory limit, at least 16
 */
export async function startEngine(module: WebAssembly.Module, megabytes: number): Promise<Engine> {
  const { limited, memory, isFull, wasShort, forget } = limitMemory(module, megabytes)
  const quickjs = await newQuickJSWASMModuleFromVariant(limited)
  const realm = makeRealm(quickjs, wasShort)
  const restore = takeSnapshot(memory)
  return {
    run(task) {
      const startedAt = performance.now()
      const logs = new Logs()
      forget()
      const { broken, ...result } = attempt(realm, task, logs)
      restore()
      const outcome = { ...result, logs: logs.lines, milliseconds: performance.now() - startedAt }
      return { outcome, spent: broken || isFull() }
    },
  }
}

/** Most integers that are reported as lost. */
const LOST_MAX = 5

type Attempt = (
  | Pick<Extract<Outcome, { value: string }>, 'value' | 'taken' | 'lost'>
  | { error: ScriptError }
) & {
  broken: boolean
}

function attempt(realm: Realm, task: Task, logs: Logs): Attempt {
  try {
    const { script, input } = task
    const digits = digitsOf(input)
    const value = withDigits(execute(realm, task, logs), digits)
    return {
      value,
      taken: script.sends ? takeApart(value, script.sends) : null,
      lost: lostDigits(value, digits, LOST_MAX),
      broken: false,
    }
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
