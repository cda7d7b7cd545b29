import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  Scope,
  type SuccessOrFail,
} from 'quickjs-emscripten-core'
import { byteLength } from '#contract/common'
import { limitErrors, ScriptFailure } from './errors'
import { STACK_BYTES } from './limits'
import type { Logs } from './logs'
import { FILE_NAME, placeOf } from './place'
import { PRELUDE } from './prelude'
import type { ScriptError } from './types'
import type { Task } from './worker'

/**
 * Runs a task in a context that is made for it and answers the JSON text of its result.
 * Errors: ScriptFailure; any other has broken the engine.
 */
export function execute(quickjs: QuickJSWASMModule, task: Task, logs: Logs): string {
  return Scope.withScope((scope) => {
    const deadline = performance.now() + task.limits.milliseconds
    const runtime = scope.manage(quickjs.newRuntime())
    runtime.setMaxStackSize(STACK_BYTES)
    const run = new Run(scope.manage(runtime.newContext()), scope, task)
    runtime.setInterruptHandler(() => run.isLate || (run.isLate = performance.now() > deadline))
    return run.result(logs)
  })
}

/** What stands before a function body. */
const BODY_HEAD = 'function (message) {\n'

class Run {
  /** Its time is over. A script may catch that, which does not help it. */
  isLate = false
  readonly #context: QuickJSContext
  readonly #scope: Scope
  readonly #task: Task
  #tools: QuickJSHandle | undefined

  constructor(context: QuickJSContext, scope: Scope, task: Task) {
    this.#context = context
    this.#scope = scope
    this.#task = task
  }

  result(logs: Logs): string {
    const { input, limits } = this.#task
    const log = this.#context.newFunction('log', (line) => {
      if (!logs.isFull) logs.add(this.#context.getString(line))
    })
    this.#tools = this.#call(this.#evaluate(PRELUDE, 'prelude.js'), this.#scope.manage(log))
    const code = this.#code()
    const text = this.#tool('run', code, this.#text(input))
    const length = this.#context.getNumber(this.#property(text, 'length'))
    const value = length > limits.outputBytes ? undefined : this.#context.getString(text)
    // No room was left to hand it over: no JSON is empty.
    if (value === '') throw new ScriptFailure(limitErrors.memory(limits))
    if (value === undefined || byteLength(value) > limits.outputBytes)
      throw new ScriptFailure(limitErrors.output(limits))
    return value
  }

  /** The function of the script. */
  #code(): QuickJSHandle {
    const { source, entry } = this.#task.script
    if (source.includes('\0'))
      throw new ScriptFailure({ name: 'SyntaxError', message: 'the source has a zero character' })
    if (entry === 'body') {
      const text = `${BODY_HEAD}${source}\n}`
      const code = this.#evaluate(`(${text})`)
      if (this.#context.dump(this.#tool('isWhole', code, this.#text(text))) === true) return code
      throw new ScriptFailure({
        name: 'SyntaxError',
        message: 'the function ends before the end of the source',
      })
    }
    this.#evaluate(source)
    const code = this.#evaluate("typeof main === 'function' ? main : undefined")
    if (this.#context.typeof(code) === 'function') return code
    throw new ScriptFailure({ name: 'ReferenceError', message: 'the script defines no function main' })
  }

  #evaluate(text: string, file = FILE_NAME): QuickJSHandle {
    return this.#value(this.#context.evalCode(text, file, { type: 'global' }))
  }

  #call(code: QuickJSHandle, ...values: QuickJSHandle[]): QuickJSHandle {
    return this.#value(this.#context.callFunction(code, this.#context.undefined, ...values))
  }

  /** Calls a function of the prelude. */
  #tool(name: 'run' | 'isWhole' | 'describe', ...values: QuickJSHandle[]): QuickJSHandle {
    if (!this.#tools) throw new ScriptFailure(limitErrors.memory(this.#task.limits))
    return this.#call(this.#property(this.#tools, name), ...values)
  }

  #property(of: QuickJSHandle, name: string): QuickJSHandle {
    return this.#scope.manage(this.#context.getProp(of, name))
  }

  #text(text: string): QuickJSHandle {
    return this.#scope.manage(this.#context.newString(text))
  }

  #value(result: SuccessOrFail<QuickJSHandle, QuickJSHandle>): QuickJSHandle {
    const handle = this.#scope.manage(result.error ?? result.value)
    if (this.isLate) throw new ScriptFailure(limitErrors.time(this.#task.limits))
    if (result.error) throw new ScriptFailure(this.#reason(handle))
    return handle
  }

  #reason(thrown: QuickJSHandle): ScriptError {
    const { script, limits } = this.#task
    if (!this.#tools) return limitErrors.memory(limits)
    const described = this.#context.callFunction(
      this.#property(this.#tools, 'describe'),
      this.#context.undefined,
      thrown,
    )
    const handle = this.#scope.manage(described.error ?? described.value)
    if (this.isLate) return limitErrors.time(limits)
    if (described.error) return { name: 'Error', message: 'the error cannot be shown' }
    const read = (key: string) => this.#context.getString(this.#property(handle, key))
    const [name, message] = [read('name') || 'Error', read('message')]
    if (name === 'InternalError' && message === 'out of memory') return limitErrors.memory(limits)
    const place = placeOf(read('stack'), script.source, script.entry === 'body' ? 1 : 0)
    if (message === 'stack overflow') return { ...limitErrors.depth(), ...place }
    return { name, message, ...place }
  }
}
