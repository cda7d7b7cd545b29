/** A position in a text, counted from 1. */
export interface Position {
  line: number
  column: number
}

/** Matches a JSON token and the white space after it. */
const token = (pattern: string) => new RegExp(`(?:${pattern})[ \\t\\n\\r]*`, 'y')

const STRING = String.raw`"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"`
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
const TOKENS = {
  nothing: token(''),
  key: token(STRING),
  scalar: token(`${STRING}|${NUMBER}|true|false|null`),
  openObject: token('\\{'),
  closeObject: token('\\}'),
  openList: token('\\['),
  closeList: token('\\]'),
  colon: token(':'),
  comma: token(','),
}

/**
 * Offset at which a text stops being JSON; its length if it is JSON or incomplete. Browsers report the offset in
 * different words, or not at all. Errors: RangeError for a text that is nested too deeply.
 */
export function endOfJson(text: string): number {
  let offset = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = offset
    const taken = pattern.exec(text)
    offset += taken?.[0].length ?? 0
    return taken !== null
  }
  const list = (close: RegExp, takeItem: () => boolean): boolean => {
    if (take(close)) return true
    while (takeItem()) if (!take(TOKENS.comma)) return take(close)
    return false
  }
  const member = () => take(TOKENS.key) && take(TOKENS.colon) && value()
  const value = (): boolean => {
    if (take(TOKENS.openObject)) return list(TOKENS.closeObject, member)
    if (take(TOKENS.openList)) return list(TOKENS.closeList, value)
    return take(TOKENS.scalar)
  }
  take(TOKENS.nothing)
  value()
  return offset
}

function positionOf(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/**
 * Value of a JSON text, or the position of its error. Errors: RangeError for invalid text that is nested too deeply.
 */
export function parseOrLocate(text: string): { value: unknown } | { wrongAt: Position } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { wrongAt: positionOf(text, endOfJson(text)) }
  }
}

/** Formats a JSON value for editing. */
export const indentedJson = (value: unknown): string => JSON.stringify(value, null, 2)
