import { excessOf } from '#contract/common'
import { type Failure, failureFor, RETURNED_MAX } from '#contract/connectors'
import { type AnswerBody, isCut } from '../outgoing/answer'
import type { Member } from './load'

/** Longest part of an answer that a failure quotes, in characters. */
const DETAIL_MAX = 100

/** A JSON value; undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusal = (shown: string): Failure => failureFor('answer_retry', shown.slice(0, DETAIL_MAX))

/**
 * The ids of messages that a receiver asks for again: its answer is a JSON object with a list in `retry`. An answer without one asks for
 * none.
 * @returns a failure if the answer cannot be read to its end, or `retry` is not a list or names a message that was not sent: the receiver
 * may have meant any of them
 */
export function failedMessageIds(body: AnswerBody | null, members: readonly Member[]): string[] | Failure {
  const { text, encoding } = body ?? { text: '', encoding: null }
  if (encoding !== null) return refusal(`Content-Encoding: ${encoding}`)
  // Serializing many levels again takes more stack than there is.
  if (isCut(text) || excessOf(text, RETURNED_MAX)) return refusal(text)
  const answer = parsed(text)
  if (typeof answer !== 'object' || answer === null || !('retry' in answer)) return []
  const { retry } = answer
  if (retry === null) return []
  if (!Array.isArray(retry)) return refusal(JSON.stringify(retry))
  const ids: unknown[] = retry
  const known = new Set<unknown>(members.map(({ message }) => message?.id))
  const other = ids.find((id) => !known.has(id))
  return other === undefined ? ids.map(String) : refusal(JSON.stringify(other))
}
