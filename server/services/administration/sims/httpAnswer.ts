import { z } from 'zod'
import { SimProviderError } from './provider'

/** Most bytes of an answer; a record has about one thousand. */
const ANSWER_MAX = 64 * 1024
/** Most characters of a provider's sentence. */
const SENTENCE_MAX = 200

/**
 * Text of an answer.
 * @throws SimProviderError `unanswered` if it is too long; then the rest is not read
 */
export async function answerText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > ANSWER_MAX)
      throw new SimProviderError('unanswered', `the SIM provider answered more than ${ANSWER_MAX / 1024} kB`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const refusalSchema = z.object({ error: z.string() })

/** The provider's own sentence as plain text; null without one. It does not contain the token, even if the provider repeats it. */
function sentenceOf(text: string, token: string | undefined): string | null {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return null
  }
  const said = refusalSchema.safeParse(given).data?.error ?? ''
  const hidden = token === undefined ? said : said.replaceAll(token, '…')
  const plain = hidden
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
  return (plain.length > SENTENCE_MAX ? `${plain.slice(0, SENTENCE_MAX - 1)}…` : plain) || null
}

/** When a provider accepts calls again, in words. */
function laterOf({ headers }: Response): string {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return seconds > 0 ? `try again in ${Math.ceil(seconds)} seconds` : 'try again later'
}

/** Statuses of a call that was not processed: nothing was changed. */
const TOKEN_REFUSED = new Set([401, 403])
const TOO_MANY = 429
const TIMED_OUT = 408
const MISSING = 404

/** The failure that an unsuccessful answer stands for. */
export function failureOfStatus(answer: Response, text: string, token: string | undefined): SimProviderError {
  const { status } = answer
  if (status === MISSING) return new SimProviderError('missing', 'not found')
  if (TOKEN_REFUSED.has(status))
    return new SimProviderError('refused', 'the SIM provider does not accept the token of this server')
  if (status === TOO_MANY)
    return new SimProviderError('refused', `the SIM provider takes no more calls, ${laterOf(answer)}`)
  if (status >= 400 && status < 500 && status !== TIMED_OUT)
    return new SimProviderError(
      'refused',
      sentenceOf(text, token) ?? `refused by the SIM provider (status ${status})`,
    )
  return new SimProviderError('unanswered', `the SIM provider failed (status ${status})`)
}
