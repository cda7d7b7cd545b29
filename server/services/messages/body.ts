import type { z } from 'zod'
import {
  CONFIG_SAVE_REFUSED,
  containsConfigSave,
  type MessageType,
  shellOrderSchema,
} from '#contract/messages'
import { ApiError } from '../../errors'
import { parseJson } from '../../text'

/** A body as JSON text, and as the value that the text means. */
export interface Body {
  text: string
  value: unknown
}

/**
 * A body that came as a JSON value or as JSON text; text stays as it was written.
 * @throws ApiError 400
 */
export function bodyOf(body: z.core.util.JSONType): Body {
  if (typeof body !== 'string') return { text: JSON.stringify(body), value: body }
  return { text: body, value: parseJson(body, 'body') }
}

/**
 * Checks what a downlink may carry: shell takes a list of commands, and config does not save. Spec 2, sections 3, 5.
 * @throws ApiError 400
 */
export function checkDownlink(type: MessageType, value: unknown): void {
  if (type === 'shell' && !shellOrderSchema.safeParse(value).success)
    throw new ApiError(400, 'body must be a list of commands')
  if (type === 'config' && containsConfigSave(value)) throw new ApiError(400, `body ${CONFIG_SAVE_REFUSED}`)
}
