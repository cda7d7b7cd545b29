import type { ScriptError } from './types'

/** Name of the script in the engine's stack traces. */
export const FILE_NAME = 'script.js'

const FRAME = new RegExp(`${FILE_NAME.replace('.', '\\.')}:(\\d+)(?::(\\d+))?`)

/** A position in a script. */
export type Place = Pick<ScriptError, 'line' | 'column'>

/**
 * The first position in the script that a stack trace names. An unclosed bracket is reported after the end of the
 * script; its position is the last line.
 * @param linesBefore lines that come before the script's first line
 */
export function placeOf(stack: string, source: string, linesBefore: number): Place {
  const [, row, column] = FRAME.exec(stack) ?? []
  const line = Number(row) - linesBefore
  const last = source.split('\n').length
  if (!(line >= 1)) return {}
  if (line > last) return { line: last }
  return { line, ...(column !== undefined && { column: Number(column) }) }
}
