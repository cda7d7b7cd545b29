import { type Message, type ShellResponse, shellAnswerSchema, shellCommandsSchema } from '#contract/messages'
import { isUnknown } from '../../components/downlink/state'

/** Answer in one message of a device. */
interface Answer {
  message: Message
  /** Id of the answered command; null if the message names none. */
  commandId: string | null
  responses: ShellResponse[]
  /** The original body, if it is not a list of responses. */
  unreadable?: string
}

function parseBody(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return body
  }
}

/** The lines of a command's body: a JSON list, a JSON string or plain text. */
export function linesOf(body: string | null): string[] {
  const parsed = parseBody(body)
  const lines = shellCommandsSchema.safeParse(parsed)
  if (lines.success) return lines.data
  return (typeof parsed === 'string' ? parsed : (body ?? '')).split('\n')
}

/** The lines of a typed text that are sent: all but blank ones. Rules, "Shell console". */
export const linesToSend = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== '')

const commandIdSchema = shellAnswerSchema.pick({ down_message_id: true })

/** Reads an answer. Any body is accepted. */
function readAnswer(message: Message): Answer {
  const body = parseBody(message.body)
  const read = shellAnswerSchema.safeParse(body)
  if (read.success) {
    const { down_message_id: commandId, responses } = read.data
    return { message, commandId, responses }
  }
  const commandId = commandIdSchema.safeParse(body).data?.down_message_id ?? null
  return { message, commandId, responses: [], unreadable: message.body ?? '' }
}

/** One line of a command and its response. */
export interface Step {
  index: number
  /** Undefined for a response without a line. */
  line?: string
  /** Undefined for a line without a response. */
  response?: ShellResponse
}

/** A command with its answers, or a lone answer whose command is not among the messages. */
export interface Exchange {
  id: string
  command?: Message
  steps: Step[]
  /** Oldest first. */
  answers: Answer[]
}

const byAge = (a: Message, b: Message) =>
  Date.parse(a.created_at) - Date.parse(b.created_at) || a.id.localeCompare(b.id)

/** Pairs lines with responses. Unpaired responses come at the end. */
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
 * The shell messages of a device as a conversation, oldest first. An answer belongs to the command in its
 * `down_message_id`; if that command is not loaded, the answer is placed by its own time. Rules, "Shell console".
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

/** Whether a pending or sent command has neither an answer nor an outcome yet. Rules, "Shell console". */
export const isWaiting = ({ command, answers }: Exchange): boolean =>
  answers.length === 0 && command !== undefined && isUnknown(command)

/** The newest answer and its exchange. */
export function newestAnswer(conversation: readonly Exchange[]) {
  const all = conversation.flatMap((exchange) =>
    exchange.answers.map(({ message }) => ({ exchange, message })),
  )
  return all.toSorted((a, b) => byAge(a.message, b.message)).at(-1)
}

/** All texts of an exchange, for the search. */
const textsOf = ({ steps, answers }: Exchange): string[] => [
  ...steps.flatMap(({ line, response }) => [line ?? '', ...(response?.outputs ?? [])]),
  ...answers.map(({ unreadable }) => unreadable ?? ''),
]

/** Sent commands, oldest first, without consecutive repetitions. */
export const historyOf = (conversation: readonly Exchange[]): string[] =>
  conversation
    .flatMap(({ command }) => (command ? [linesOf(command.body).join('\n')] : []))
    .filter((text, index, all) => text !== '' && text !== all[index - 1])

/** Whole output of the device, for the clipboard. */
export const answerText = ({ steps, answers }: Exchange): string =>
  [
    ...steps.flatMap(({ response }) => response?.outputs ?? []),
    ...answers.flatMap(({ unreadable }) => unreadable ?? []),
  ].join('\n')

/** Largest number of marked hits in one text. */
const MARKS = 200

/** A part of a text; `isHit` if it matches the search. */
export interface Part {
  /** Its offset in the text. */
  at: number
  text: string
  isHit: boolean
}

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const patternOf = (query: string, flags: string) => new RegExp(escape(query), flags)

/** Exchanges whose commands or outputs contain the text, in any case. */
export function found(conversation: readonly Exchange[], query: string): readonly Exchange[] {
  if (query === '') return conversation
  const pattern = patternOf(query, 'iu')
  return conversation.filter((exchange) => textsOf(exchange).some((text) => pattern.test(text)))
}

/** A text, split at the hits of a search. */
export function partsOf(text: string, query: string): Part[] {
  if (query === '') return [{ at: 0, text, isHit: false }]
  const parts: Part[] = []
  let end = 0
  for (const hit of text.matchAll(patternOf(query, 'giu'))) {
    if (parts.length >= 2 * MARKS) break
    parts.push({ at: end, text: text.slice(end, hit.index), isHit: false })
    parts.push({ at: hit.index, text: hit[0], isHit: true })
    end = hit.index + hit[0].length
  }
  return [...parts, { at: end, text: text.slice(end), isHit: false }].filter((part) => part.text !== '')
}
