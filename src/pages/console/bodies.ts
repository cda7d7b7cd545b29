import { type Message, type ShellResponse, shellAnswerSchema, shellCommandsSchema } from '#contract/messages'

/** What one message of a device answers. */
export interface Answer {
  message: Message
  /** Id of the command that it answers; null when it names none. */
  commandId: string | null
  responses: ShellResponse[]
  /** The body as it is, where it does not hold responses. */
  unreadable?: string
}

function parseBody(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return body
  }
}

/** The lines of a command's body, whatever form it has. */
export function linesOf(body: string | null): string[] {
  const parsed = parseBody(body)
  const lines = shellCommandsSchema.safeParse(parsed)
  if (lines.success) return lines.data
  return (typeof parsed === 'string' ? parsed : (body ?? '')).split('\n')
}

/** The lines that are sent of what a person typed: blank ones removed. Spec 2, section 5. */
export const linesToSend = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== '')

const commandIdSchema = shellAnswerSchema.pick({ down_message_id: true })

/** Reads an answer; nothing that its body holds is an error. */
export function readAnswer(message: Message): Answer {
  const body = parseBody(message.body)
  const read = shellAnswerSchema.safeParse(body)
  if (read.success) {
    const { down_message_id: commandId, responses } = read.data
    return { message, commandId, responses }
  }
  const commandId = commandIdSchema.safeParse(body).data?.down_message_id ?? null
  return { message, commandId, responses: [], unreadable: message.body ?? '' }
}
