const LINE_ENDS = /\r\n|\r|\n/
const ADDRESS = /^\d+(?: S)?$/

const linesOf = (text: string) => text.split(LINE_ENDS).map((line) => line.replace(/[\s;,]+/g, ' ').trim())

/**
 * The wM-BUS addresses in the text of a .csv or .txt file: one on each line, digits with an optional ' S' after them. ';' and ',' count as
 * spaces, which don't matter around an address; empty lines and repeated addresses are left out. Null if a line is anything else, or if
 * there is no address. Rules, "Downlinks".
 */
export function parseWmbusAddresses(text: string): string[] | null {
  const lines = linesOf(text).filter((line) => line !== '')
  return lines.length > 0 && wrongWmbusLine(text) === null ? [...new Set(lines)] : null
}

/** The number of the first line that is not a wM-BUS address, counted from 1; null if all are. */
export function wrongWmbusLine(text: string): number | null {
  const at = linesOf(text).findIndex((line) => line !== '' && !ADDRESS.test(line))
  return at < 0 ? null : at + 1
}

/** The commands of a config message that make a device listen to these addresses. Rules, "Downlinks". */
export const wmbusCommands = (addresses: readonly string[]): string[] => [
  `app config address count ${addresses.length}`,
  ...addresses.map((address) => `app config address add ${address}`),
]

/** Whether a command of a config message is one of those. */
export const isWmbusCommand = (command: string): boolean => /^\s*app\s+config\s+address\s/.test(command)
