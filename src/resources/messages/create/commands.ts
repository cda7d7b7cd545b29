import { isWmbusCommand, wmbusCommands } from '#contract/messages'

/** The commands of a text: its lines, trimmed, without the empty ones. Spec 2, section 5. */
export const commandsOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Commands as a text, one in a line. */
export const textOf = (commands: readonly string[]): string => commands.join('\n')

/** Whether the value is a list of strings. */
export const isCommandList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** What a JSON value holds of commands, and whether it holds nothing else. */
export function commandsIn(value: unknown): { commands: string[]; isComplete: boolean } {
  const items: unknown[] = Array.isArray(value) ? value : []
  const commands = commandsOf(textOf(items.filter((item) => typeof item === 'string')))
  return { commands, isComplete: JSON.stringify(value) === JSON.stringify(commands) }
}

/** Commands with those of imported addresses at their end, in place of the ones that had been imported before. */
export const withAddresses = (commands: readonly string[], addresses: readonly string[]): string[] => [
  ...commands.filter((command) => !isWmbusCommand(command)),
  ...wmbusCommands(addresses),
]
