import { z } from 'zod'
import { idSchema } from '../common'

/** The commands in a text: its lines, trimmed, without empty ones. Rules, "Shell console". */
export const commandsOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Body of a shell downlink: one command per line. Rules, "Shell console". */
export const shellCommandsSchema = z.array(z.string())

/** Commands that a person may send: at least one, and none blank. Rules, "Shell console". */
export const shellOrderSchema = z.array(z.string().regex(/\S/)).min(1)

/** Response of a device to one command: `result` is 0, or a negative error number. Rules, "Shell console". */
const shellResponseSchema = z.object({ result: z.number(), outputs: z.array(z.string()) })
export type ShellResponse = z.infer<typeof shellResponseSchema>

/** Body of a shell uplink: a response for each command of the downlink that it names. Rules, "Shell console". */
export const shellAnswerSchema = z.object({
  down_message_id: idSchema.nullable().default(null),
  responses: z.array(shellResponseSchema),
})
