import { z } from 'zod'
import { cursorSchema, endpoint, limitSchema, TEXT_MAX_LENGTH, timeSchema } from '../common'
import { messageListQuery, messageSchema, messagesApi } from '../messages'
import { MESSAGE_SEARCH_CAPABILITY } from './capability'
import { parseSearch, SEARCH_FAULTS } from './condition'

export * from './capability'
export * from './condition'

/** Most messages that one call looks at, and most bytes of their bodies. Rules, "Messages". */
export const SEARCHED_MAX = { rows: 20_000, bytes: 32 * 1024 * 1024 }
/** Milliseconds after which a call looks no further. */
export const SEARCHED_MILLISECONDS = 1500

const searchTextSchema = z
  .string({ error: 'is required' })
  .trim()
  .min(1, 'is required')
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
  .superRefine((text, context) => {
    const parsed = parseSearch(text)
    if (typeof parsed === 'string')
      context.addIssue({ code: 'custom', message: SEARCH_FAULTS[parsed].replace(/^text /, '') })
  })
  .describe(
    'A word of the body, without regard to case and accents; or a path, one of = != < <= > >= contains, and a value: `thermometer.temperature > 30`',
  )

const { device_id, tag_id, after, before, direction, type } = messageListQuery.shape

const searchQuery = z.object({
  text: searchTextSchema,
  device_id,
  tag_id,
  after: after.describe('ISO-8601 time; messages at this time or later; all by default'),
  before,
  direction,
  type,
  limit: limitSchema(20),
  cursor: cursorSchema.optional().describe('`next` of the answer before'),
})
export type MessageSearchQuery = z.infer<typeof searchQuery>

const foundSchema = z
  .object({
    messages: z.array(messageSchema).describe('The newest first'),
    looked_back_to: timeSchema
      .nullable()
      .default(null)
      .describe('All messages since then were looked at; null if all of the range were'),
    next: cursorSchema
      .nullable()
      .default(null)
      .describe('`cursor` to look further; null if there is nothing'),
  })
  .meta({ id: 'FoundMessages' })
export type FoundMessages = z.infer<typeof foundSchema>

export const messageSearchApi = {
  search: endpoint({
    ...messagesApi.list,
    path: '/spaces/{spaceId}/messages/search',
    isHeavy: true,
    summary: `Look for a text or a value in the bodies of messages, newest first. One call looks at up to ${SEARCHED_MAX.rows} messages and says how far back it has come`,
    query: searchQuery,
    answer: foundSchema,
    failures: {},
    capability: MESSAGE_SEARCH_CAPABILITY,
  }),
}
