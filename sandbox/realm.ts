import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { STACK_BYTES } from './limits'
import { PRELUDE } from './prelude'

/** What a context asks of the run that it is used for. */
export interface Watch {
  /** Its time is over. */
  isLate: () => boolean
  /** It is told a line of the console, or not even asked for it. */
  log: (read: () => string) => void
}

/** A context that is prepared for scripts and has seen none. */
export interface Realm {
  context: QuickJSContext
  /** Functions of the prelude. */
  tools: Record<'run' | 'isWhole' | 'describe', QuickJSHandle>
  /** Whose run it is. */
  watch: Watch | undefined
}

/** Makes a context with a console, and without chance. */
export function makeRealm(quickjs: QuickJSWASMModule): Realm {
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
  }
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(() => realm.watch?.isLate())
  return realm
}
