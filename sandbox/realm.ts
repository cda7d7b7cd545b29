import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { STACK_BYTES } from './limits'
import { PRELUDE } from './prelude'

/** The run that a context is used for. */
interface Watch {
  /** Whether its time has run out. */
  isLate: () => boolean
  /** Gets each line of the console; undefined if lines are not wanted. */
  log: (read: () => string) => void
}

/** A context that is ready for a script and has not run any. */
export interface Realm {
  context: QuickJSContext
  /** Functions of the prelude. */
  tools: Record<'run' | 'isWhole' | 'describe', QuickJSHandle>
  /** The current run. */
  watch: Watch | undefined
  /** Whether the current run has asked for more memory than there is. */
  wasShort: () => boolean
}

/** Creates a context with a console and a repeatable `Math.random`. */
export function makeRealm(quickjs: QuickJSWASMModule, wasShort: Realm['wasShort']): Realm {
  const runtime = quickjs.newRuntime()
  const context = runtime.newContext()
  const log = context.newFunction('log', (line) => realm.watch?.log(() => context.getString(line)))
  const prelude = context.unwrapResult(context.evalCode(PRELUDE, 'prelude.js', { type: 'global' }))
  const tools = context.unwrapResult(context.callFunction(prelude, context.undefined, log))
  const tool = (name: keyof Realm['tools']) => context.getProp(tools, name)
  const realm: Realm = {
    context,
    tools: { run: tool('run'), isWhole: tool('isWhole'), describe: tool('describe') },
    watch: undefined,
    wasShort,
  }
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(() => realm.watch?.isLate())
  return realm
}
