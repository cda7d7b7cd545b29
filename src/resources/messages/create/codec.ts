import { z } from 'zod'
import { excessOf, JSON_MAX, losesDigits } from '#contract/common'
import { DAY } from '#contract/common/durations'
import {
  commandsOf,
  containsConfigSave,
  type DownlinkType,
  EXPIRY_DAYS_MAX,
  isWmbusCommand,
  type MessageCreate,
  messageCreateSchema,
  shellOrderSchema,
  wmbusCommands,
} from '#contract/messages'
import { serverNow } from '../../../clock'
import type { FormCodec } from '../../../components/form'
import type { MessageKey } from '../../../i18n/translate'
import { msg } from '../texts'
import { indentedJson, type Position, parseOrLocate } from './json'

/** Commands as text, one per line. */
export const textOf = (commands: readonly string[]): string => commands.join('\n')

export const isCommandList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The commands in a JSON value, and whether it contains nothing else. */
export function commandsIn(value: unknown): { commands: string[]; isComplete: boolean } {
  const items: unknown[] = Array.isArray(value) ? value : []
  const commands = commandsOf(textOf(items.filter((item) => typeof item === 'string')))
  return { commands, isComplete: JSON.stringify(value) === JSON.stringify(commands) }
}

/** Commands, followed by those of imported addresses, which replace earlier imports. */
export const withAddresses = (commands: readonly string[], addresses: readonly string[]): string[] => [
  ...commands.filter((command) => !isWmbusCommand(command)),
  ...wmbusCommands(addresses),
]

/** Notation of a config message's body. */
export type ConfigFormat = 'text' | 'json'

/** Values of the form: the text of each type's body, and the type to send. */
export type DownlinkValues = Record<DownlinkType, string> & {
  type: DownlinkType
  format: ConfigFormat
  /** ISO time, or null for never. */
  expires_at: string | null
}

/** Initial bodies of the form. Rules, "Downlinks". */
export const DEFAULT_BODIES = {
  config: ['app config interval-report 1800', 'app config interval-aggreg 300'],
  data: { outputs: [0, 0, 0, 0] },
  shell: ['info show'],
} satisfies Record<DownlinkType, unknown>

interface Draft extends Pick<DownlinkValues, 'type' | 'format' | 'expires_at'> {
  device_id: string
  /** The body as typed text. */
  body: string
}

/** Why a body cannot be sent: a message key and its arguments. */
type Refusal = { text: MessageKey } & Partial<Record<keyof Position, string>>

const refusal = (
  reason: 'commands' | 'configSave' | 'empty' | 'json' | 'unsendable',
  position?: Position,
): Refusal => ({
  text: msg(`messages.create.errors.${reason}`),
  ...(position && { line: String(position.line), column: String(position.column) }),
})

/** Whether the body is plain lines. */
const isPlain = ({ type, format }: Pick<Draft, 'type' | 'format'>) => type === 'config' && format === 'text'

function readBody({ type, format, body }: Draft): { value: unknown } | Refusal {
  const parsed = isPlain({ type, format }) ? { value: commandsOf(body) } : parseOrLocate(body)
  if ('wrongAt' in parsed) return body.trim() === '' ? refusal('empty') : refusal('json', parsed.wrongAt)
  const { value } = parsed
  if (Array.isArray(value) && type !== 'data' && value.length === 0) return refusal('empty')
  if (type === 'shell' && !shellOrderSchema.safeParse(value).success) return refusal('commands')
  if (type === 'config' && containsConfigSave(value)) return refusal('configSave')
  return parsed
}

function readMessage(draft: Draft): MessageCreate | Refusal {
  try {
    const body = readBody(draft)
    if ('text' in body) return body
    const { device_id, type } = draft
    // The server parses a string as JSON.
    const value = typeof body.value === 'string' ? JSON.stringify(body.value) : body.value
    messageCreateSchema.parse({ device_id, type, body: value })
    // As text, numbers keep digits that JavaScript would lose.
    const isKept = typeof value === 'object' && losesDigits(draft.body) && !isPlain(draft)
    const message = messageCreateSchema.parse({ device_id, type, body: isKept ? draft.body.trim() : value })
    return excessOf(JSON.stringify(message), JSON_MAX) ? refusal('unsendable') : message
  } catch {
    // A number is too large, or the value is nested too deeply for the stack.
    return refusal('unsendable')
  }
}

/** Why a downlink cannot expire then; null if it can. */
function refusalOfExpiry(expires_at: string, now: number): MessageKey | null {
  const time = Date.parse(expires_at)
  if (Number.isNaN(time)) return msg('messages.create.errors.noTime')
  if (time <= now) return msg('messages.create.errors.expired')
  return time > now + EXPIRY_DAYS_MAX * DAY ? msg('messages.create.errors.tooLate') : null
}

/** Converts typed values to a message, by the rules of the contract. Rules, "Downlinks". */
export const downlinkSchema = z.custom<Draft>().transform((draft, context): MessageCreate => {
  const { expires_at } = draft
  const message = readMessage(draft)
  const text = expires_at === null ? null : refusalOfExpiry(expires_at, serverNow())
  if ('text' in message) context.addIssue({ code: 'custom', path: ['body'], params: message })
  if (text) context.addIssue({ code: 'custom', path: ['expires_at'], params: { text } })
  if ('text' in message || text) return z.NEVER
  return expires_at === null ? message : { ...message, expires_at }
})

/** Converts between a downlink and its form; an error of the body belongs to the field of its type. */
export function downlinkCodec(
  device_id: string,
): FormCodec<Pick<MessageCreate, 'type' | 'body'>, DownlinkValues, Draft> {
  return {
    toForm({ type, body }) {
      const { commands, isComplete } = commandsIn(body)
      const isText = type === 'config' && isComplete
      return {
        config: textOf(DEFAULT_BODIES.config),
        data: indentedJson(DEFAULT_BODIES.data),
        shell: indentedJson(DEFAULT_BODIES.shell),
        type,
        format: type === 'config' && !isComplete ? 'json' : 'text',
        expires_at: null,
        [type]: isText ? textOf(commands) : indentedJson(body),
      }
    },
    fromForm: ({ type, format, expires_at, ...bodies }) => ({
      device_id,
      type,
      format,
      expires_at,
      body: bodies[type],
    }),
    formPath: (path, { type }) => (path[0] === 'body' ? type : path.join('.')),
  }
}
