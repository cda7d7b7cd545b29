import { CANCEL_MAX, type CancelResult, type Message, messagesApi } from '#contract/messages'
import type { SpaceportDataProvider } from '../../../dataProvider'
import { ApiError } from '../../../dataProvider/client'

/** What became of a message that was to be cancelled. */
export interface Cancelled {
  message: Message
  state: CancelResult['state'] | 'failed'
  /** Why it failed. */
  error?: string
}

type Ask = Pick<SpaceportDataProvider, 'ask'>['ask']

const REFUSALS: Partial<Record<number, CancelResult['state']>> = {
  403: 'forbidden',
  404: 'not_found',
  409: 'not_pending',
}

async function cancelOne(ask: Ask, message: Message): Promise<Cancelled> {
  try {
    await ask(messagesApi.update, { params: { messageId: message.id }, body: { down_state: 'cancelled' } })
    return { message, state: 'cancelled' }
  } catch (error) {
    const refused = error instanceof ApiError ? REFUSALS[error.status] : undefined
    if (refused) return { message, state: refused }
    return { message, state: 'failed', error: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Cancels messages, one call after the other, for servers that cancel only one at a time.
 * @param onProgress gets the number of messages that are done
 */
export async function cancelOneByOne(
  ask: Ask,
  messages: readonly Message[],
  onProgress: (done: number) => void,
): Promise<Cancelled[]> {
  const results: Cancelled[] = []
  for (const message of messages) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the server is not flooded
    results.push(await cancelOne(ask, message))
    onProgress(results.length)
  }
  return results
}

/** Cancels messages together, as many in a call as the server takes. @throws if a call fails */
export async function cancelTogether(ask: Ask, messages: readonly Message[]): Promise<Cancelled[]> {
  const results: Cancelled[] = []
  for (let from = 0; from < messages.length; from += CANCEL_MAX) {
    const some = messages.slice(from, from + CANCEL_MAX)
    // oxlint-disable-next-line no-await-in-loop -- rarely more than one
    const answer = await ask(messagesApi.cancel, { body: { ids: some.map(({ id }) => id) } })
    results.push(...some.map((message, i): Cancelled => ({ message, state: answer[i]?.state ?? 'failed' })))
  }
  return results
}
