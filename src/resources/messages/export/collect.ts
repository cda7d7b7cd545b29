import { ToldError } from '../../../dataProvider/client'
import { FIRST_PAGE, nextLimit } from '../../../dataProvider/messagePages'
import type { MessageQuery, SpaceVerbs } from '../../../dataProvider/spaceVerbs'
import type { ExportFormat } from './format'

/** What an export has read so far. */
export interface Collected {
  /** One for each page, so that the browser may keep them on the disk instead of in the memory. */
  parts: readonly Blob[]
  count: number
  /** Id of the last message read. */
  cursor?: string
  /** Messages to ask for next. */
  limit: number
  isComplete: boolean
}

export const NOTHING: Collected = { parts: [], count: 0, limit: FIRST_PAGE, isComplete: false }

interface Collection {
  listMessages: SpaceVerbs['listMessages']
  query: MessageQuery
  format: ExportFormat
  /** What an earlier try has read; it goes on from there. */
  from: Collected
  signal: AbortSignal
  onPage: (collected: Collected) => void
}

/**
 * Reads all messages of a query by cursor, newest first; messages that come meanwhile are newer and not among them.
 * Errors: those of the client; aborted, what `signal.throwIfAborted()` throws.
 */
export async function collect({ listMessages, query, format, from, signal, onPage }: Collection) {
  let collected = from
  while (!collected.isComplete) {
    const { parts, count, cursor, limit } = collected
    const messages = await listMessages({ ...query, limit, offset: cursor }, signal)
    signal.throwIfAborted()
    // A denied call answers with no list, and the person is led away.
    if (!Array.isArray(messages)) throw new ToldError('common.notPermitted')
    collected = {
      parts: [...parts, new Blob([format.write(messages)])],
      count: count + messages.length,
      cursor: messages.at(-1)?.id ?? cursor,
      limit: nextLimit(messages),
      isComplete: messages.length < limit,
    }
    onPage(collected)
  }
  return collected
}
