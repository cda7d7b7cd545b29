import type { QuickJSHandle, SuccessOrFail } from 'quickjs-emscripten-core'
import { byteLength } from '#contract/common'
import { limitErrors, ScriptFailure, scriptErrors } from './errors'
import { explain } from './explain'
import type { Logs } from './logs'
import { FILE_NAME, placeOf } from './place'
import type { Realm } from './realm'
import type { ScriptError } from './types'
import type { Task } from './worker'

/** Code before a function body, and the number of its lines. */
const BODY_HEAD = 'function (message) {\n'
const BODY_LINES = 1

/**
 * Runs a task and returns the JSON text of its result. It releases no handles, because the whole memory is reset after it. Throws
 * ScriptFailure; after any other error the engine is broken.
 */
export function execute(realm: Realm, task: Task, logs: Logs): string {
  const deadline = performance.now() + task.limits.milliseconds
  let isLate = false
  realm.watch = {
    isLate: () => {
      isLate ||= performance.now() > deadline
      return isLate
    },
    log: (read) => {
      if (!logs.isFull) logs.add(read())
    },
  }
  return new Run(realm, task, () => isLate).result()
}

class Run {
  readonly #realm: Realm
  readonly #task: Task
  /** Whether its time has run out. A script that catches the interruption fails nevertheless. */
  readonly #isLate: () => boolean

  constructor(realm: Realm, task: Task, isLate: () => boolean) {
    this.#realm = realm
    this.#task = task
    this.#isLate = isLate
  }

  result(): string {
    const { input, limits, script } = this.#task
    const { context } = this.#realm
    const isJob = script.entry === 'main' ? context.true : context.false
    const text = this.#call('run', this.#code(), context.newString(input), isJob)
    if (context.typeof(text) !== 'string') throw new ScriptFailure(scriptErrors.promise())
    const length = context.getNumber(context.getProp(text, 'length'))
    const value = length > limits.outputBytes ? undefined : context.getString(text)
    // JSON is never empty: there was no memory left to return it.
    if (value === '') throw new ScriptFailure(limitErrors.memory(limits))
    if (value === undefined || byteLength(value) > limits.outputBytes)
      throw new ScriptFailure(limitErrors.output(limits))
    return value
  }

  /** The script's function. */
  #code(): QuickJSHandle {
    const { context } = this.#realm
    const { source, entry } = this.#task.script
    if (source.includes('\0'))
      throw new ScriptFailure({ name: 'SyntaxError', message: 'the source has a zero character' })
    if (entry === 'body') {
      const text = `${BODY_HEAD}${source}\n}`
      const code = this.#evaluate(`(${text})`)
      if (context.dump(this.#call('isWhole', code, context.newString(text))) === true) return code
      throw new ScriptFailure({
        name: 'SyntaxError',
        message: 'the function ends before the end of the source',
      })
    }
    this.#evaluate(source)
    const code = this.#evaluate("typeof main === 'function' ? main : undefined")
    if (context.typeof(code) === 'function') return code
    throw new ScriptFailure(scriptErrors.missing())
  }

  #evaluate(text: string): QuickJSHandle {
    return this.#value(this.#realm.context.evalCode(text, FILE_NAME, { type: 'global' }))
  }

  #call(tool: 'run' | 'isWhole', ...values: QuickJSHandle[]): QuickJSHandle {
    const { context, tools } = this.#realm
    return this.#value(context.callFunction(tools[tool], context.undefined, ...values))
  }

  #value(result: SuccessOrFail<QuickJSHandle, QuickJSHandle>): QuickJSHandle {
    if (this.#isLate()) throw new ScriptFailure(limitErrors.time(this.#task.limits))
    if (result.error) throw new ScriptFailure(this.#reason(result.error))
    return result.value
  }

  #reason(thrown: QuickJSHandle): ScriptError {
    const { context, tools, wasShort } = this.#realm
    const { script, limits } = this.#task
    const described = context.callFunction(tools.describe, context.undefined, thrown)
    if (this.#isLate()) return limitErrors.time(limits)
    if (described.error)
      return wasShort() ? limitErrors.memory(limits) : { name: 'Error', message: 'the error cannot be shown' }
    const read = (key: string) => context.getString(context.getProp(described.value, key))
    const [name, message] = [read('name') || 'Error', read('message')]
    if (wasShort() && (context.eq(thrown, context.null) || isMemoryError(name, message)))
      return limitErrors.memory(limits)
    const stack = read('stack')
    const place = placeOf(stack, script.source, script.entry === 'body' ? BODY_LINES : 0)
    if (message === 'stack overflow') return { ...limitErrors.depth(), ...place }
    const isParsed = context.dump(context.getProp(described.value, 'isParsed')) === true
    return { ...explain({ name, message, stack, place, isParsed }, script), ...place }
  }
}

/** Whether the engine may have thrown this because memory was short; it may have had none left for a message. */
const isMemoryError = (name: string, message: string) =>
  message.includes('out of memory') || (name === 'InternalError' && message === '')
