import { excessOf } from '#contract/common'
import { type Failure, failureFor, RETURNED_MAX } from '#contract/connectors'
import { type AnswerBody, isCut } from '../outgoing/answer'
import type { Member } from './load'

/** Longest part of an answer that a failure names, in characters. */
const DETAIL_MAX = 100

/** A JSON value; undefined for a text that is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusal = (shown: string): Failure => failureFor('answer_retry', shown.slice(0, DETAIL_MAX))

/**
 * The ids of messages that a receiver asks for again: its answer is a JSON object whose `retry` has them. An answer that says nothing of
 * it asks for none.
 * @returns a failure where it cannot be read to its end, `retry` is no list, or names what was not sent: the receiver may have meant any of them
 */
export function failedMessageIds(body: AnswerBody | null, members: readonly Member[]): string[] | Failure {
  const { text, encoding } = body ?? { text: '', encoding: null }
  if (encoding !== null) return refusal(`Content-Encoding: ${encoding}`)
  // To write many levels again takes more stack than there is.
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
