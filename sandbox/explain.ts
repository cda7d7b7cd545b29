import { calleeAt } from './callee'
import { known } from './errors'
import type { Place } from './place'
import type { Script, ScriptError } from './types'

/** The engine's error when something is called that is not a function. */
const NO_FUNCTION = { name: 'TypeError', message: 'not a function' }
/** The first line of a stack that begins in a function of the engine. */
const IN_ENGINE = /^\s*at .*\(native\)/

/** Index of a place in the source; -1 if it has no column. The engine counts characters, not UTF-16 units. */
function indexOf(source: string, { line, column }: Place): number {
  if (line === undefined || column === undefined) return -1
  const lines = source.split('\n')
  const before = lines.slice(0, line - 1).reduce((length, { length: own }) => length + own + 1, 0)
  const [...characters] = lines[line - 1] ?? ''
  return before + characters.slice(0, column - 1).join('').length
}

interface Thrown extends Pick<ScriptError, 'name' | 'message'> {
  stack: string
  place: Place
  /** Whether `JSON.parse` was given an object. */
  isParsed: boolean
}

/** Explains an error: which expression is not a function, or is already parsed. */
export function explain(
  { name, message, stack, place, isParsed }: Thrown,
  { source, entry }: Pick<Script, 'source' | 'entry'>,
): ScriptError {
  if (isParsed) return known(name, 'parsed_already', entry === 'main' ? 'job.message.body' : 'message.body')
  if (name !== NO_FUNCTION.name || message !== NO_FUNCTION.message) return { name, message }
  const callee = calleeAt(source, indexOf(source, place))
  // A script may throw the same error itself.
  if (callee === undefined || callee.endsWith('Error')) return { name, message }
  return known(name, IN_ENGINE.test(stack) ? 'no_callback' : 'no_function', callee)
}
