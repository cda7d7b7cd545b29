import type { Message, ShellResponse } from '#contract/messages'
import { type Answer, linesOf, readAnswer } from './bodies'

/** One line of a command and the response to it. */
export interface Step {
  /** Its place in the exchange. */
  index: number
  /** Undefined for a response that belongs to no line. */
  line?: string
  /** Undefined for a line that has no response. */
  response?: ShellResponse
}

/** A command with its answers; or an answer alone, when its command is not among the messages. */
export interface Exchange {
  id: string
  command?: Message
  steps: Step[]
  /** Oldest first. */
  answers: Answer[]
}

const byAge = (a: Message, b: Message) =>
  Date.parse(a.created_at) - Date.parse(b.created_at) || a.id.localeCompare(b.id)

/** Lines and responses side by side; whichever are more stand alone at the end. */
function stepsOf(lines: readonly string[], answers: readonly Answer[]): Step[] {
  const responses = answers.flatMap((answer) => answer.responses)
  return Array.from({ length: Math.max(lines.length, responses.length) }, (_, index) => ({
    index,
    line: lines[index],
    response: responses[index],
  }))
}

const isCommand = ({ direction }: Message) => direction === 'down'

/**
 * The shell messages of a device as a conversation, oldest first: an answer stands with the command that its
 * `down_message_id` names, and where it came when that command is not known. Spec 2, sections 2 and 3.
 */
export function conversationOf(messages: readonly Message[]): Exchange[] {
  const sorted = messages.filter(({ type }) => type === 'shell').toSorted(byAge)
  const commands = new Set(sorted.filter(isCommand).map(({ id }) => id))
  const answers = sorted.filter((message) => !isCommand(message)).map(readAnswer)

  return sorted.flatMap((message): Exchange[] => {
    const { id } = message
    if (isCommand(message)) {
      const own = answers.filter(({ commandId }) => commandId === id)
      return [{ id, command: message, answers: own, steps: stepsOf(linesOf(message.body), own) }]
    }
    const answer = answers.find((one) => one.message.id === id)
    if (!answer || commands.has(answer.commandId ?? '')) return []
    return [{ id, answers: [answer], steps: stepsOf([], [answer]) }]
  })
}

/** Whether the device has yet to answer: its command is waiting or was handed over. Spec 2, section 4. */
export const isWaiting = ({ command, answers }: Exchange): boolean =>
  answers.length === 0 && (command?.down_state === 'pending' || command?.down_state === 'sent')

/** The exchange with the newest answer, and that answer. */
export function newestAnswer(conversation: readonly Exchange[]) {
  const all = conversation.flatMap((exchange) =>
    exchange.answers.map(({ message }) => ({ exchange, message })),
  )
  return all.toSorted((a, b) => byAge(a.message, b.message)).at(-1)
}

/** All that can be read of an exchange, for the search. */
export const textsOf = ({ steps, answers }: Exchange): string[] => [
  ...steps.flatMap(({ line, response }) => [line ?? '', ...(response?.outputs ?? [])]),
  ...answers.map(({ unreadable }) => unreadable ?? ''),
]

/** What was sent to the device before, oldest first; what was sent twice in a row counts once. */
export const historyOf = (conversation: readonly Exchange[]): string[] =>
  conversation
    .flatMap(({ command }) => (command ? [linesOf(command.body).join('\n')] : []))
    .filter((text, index, all) => text !== '' && text !== all[index - 1])

/** All that the device wrote, to be copied. */
export const answerText = ({ steps, answers }: Exchange): string =>
  [
    ...steps.flatMap(({ response }) => response?.outputs ?? []),
    ...answers.flatMap(({ unreadable }) => unreadable ?? []),
  ].join('\n')
