/** Commands that are no settings although they look like one: `app config show all`. */
const COMMANDS: ReadonlySet<string> = new Set(['show', 'save', 'reset', 'list', 'help', 'load'])

/** Longer lines are no settings. */
const LINE_MAX_LENGTH = 5000

const WORD = `[^\\s"'#;/][^\\s"'#]{0,99}`
const NAME = `(?!config\\s)${WORD}(?:\\s+${WORD}){0,8}?\\s+config\\s+(${WORD})`
const WHOLE_NAME = new RegExp(`^${NAME}$`, 'i')
const LINE = new RegExp(`^(${NAME})\\s+(\\S.*)$`, 'i')

/** A name in lower case with single blanks, if it is one of a line: `app config interval-report`. */
export function plainLineName(typed: string): string | null {
  const [, key] = WHOLE_NAME.exec(typed.trim()) ?? []
  if (key === undefined || COMMANDS.has(key.toLowerCase())) return null
  return typed.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Whether a setting is set by a line, `app config interval-report 900`: words, `config` and a key. */
export const isLineName = (name: string): boolean => plainLineName(name) === name

const QUOTED = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')(?:\s+#(?:\s.*)?)?$/
const COMMENTED = /^(.*?)\s+#(?:\s.*)?$/

/** The value at the end of a line, without quotes and a comment. */
function valueOf(text: string): string {
  const [isQuoted, double, single] = QUOTED.exec(text) ?? []
  if (isQuoted !== undefined) return double?.replace(/\\(["\\])/g, '$1') ?? single ?? ''
  return COMMENTED.exec(text)?.[1] ?? text
}

/** The setting of a line; null for a comment, and for any other command. */
export function settingOfLine(line: string): [name: string, value: string] | null {
  if (line.length > LINE_MAX_LENGTH) return null
  const [, typed = '', , rest] = LINE.exec(line.trim()) ?? []
  const name = plainLineName(typed)
  return name === null || rest === undefined ? null : [name, valueOf(rest).trim()]
}

/** The line that sets a setting. A value with blanks, quotes or a comment sign is in quotes. */
export function lineOf(name: string, value: string): string {
  const needsQuotes = value === '' || /[\s"'#]/.test(value)
  return `${name} ${needsQuotes ? `"${value.replace(/["\\]/g, '\\$&')}"` : value}`
}
