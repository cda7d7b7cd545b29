import { LIST_LIMIT } from '#contract/common'
import { type Message, messagesApi } from '#contract/messages'
import type { EndpointOptions } from './call'
import { useSpaceport } from './queries'

/** A query of the message list. Times are ISO; `offset` is a row offset or the id of the last row read. */
export type MessageQuery = NonNullable<EndpointOptions<typeof messagesApi.list>['query']>

/** Reads one page of messages, newest first. Without `after`, the server starts 24 hours ago. */
export type ListMessages = (query: MessageQuery, signal?: AbortSignal) => Promise<Message[]>

/** Reads messages of the current space. */
export function useListMessages(): ListMessages {
  const { ask } = useSpaceport()
  return (query, signal) => ask(messagesApi.list, { query, signal })
}

/** Messages to read while their size is unknown. */
export const FIRST_PAGE = 100
/** Maximum number of characters in the texts of a page. */
const PAGE_LENGTH = 16_000_000

/** The fields that make a message large. */
type Texts = Partial<Pick<Message, 'body' | 'raw'>>

/**
 * How many messages to read next, so that a page of messages of the same size stays within its limit.
 * @param before messages that were read last
 */
export function nextLimit(before: readonly Texts[], most = LIST_LIMIT): number {
  if (before.length === 0) return Math.min(FIRST_PAGE, most)
  const length = before.reduce((sum, { body, raw }) => sum + (body?.length ?? 0) + (raw?.length ?? 0), 0)
  return Math.max(1, Math.min(most, Math.floor((PAGE_LENGTH * before.length) / Math.max(1, length))))
}

/**
 * Reads the newest messages of a query, in smaller pages if they are large.
 * @param count maximum number of messages
 */
export async function readMessages(
  listMessages: ListMessages,
  query: MessageQuery,
  count: number,
  signal?: AbortSignal,
): Promise<Message[]> {
  const read: Message[] = []
  let page: Message[] = []
  for (let limit = 0; page.length >= limit && read.length < count; read.push(...page)) {
    limit = nextLimit(page, count - read.length)
    page = await listMessages({ ...query, limit, offset: read.at(-1)?.id }, signal)
    signal?.throwIfAborted()
  }
  return read
}
