import type { Message } from '#contract/messages'
import { parseJson } from '../../../../components/json/document'

/**
 * The body as a value in a line: JSON as it came, so that no digit is lost and no depth is too much, else as a string.
 * In JSON text a line break can only stand between values.
 */
function bodyValue(body: string | null): string {
  if (body === null || parseJson(body) === undefined) return JSON.stringify(body)
  return body.trim().replaceAll(/[\r\n]+/g, ' ')
}

function lineOf({ body, ...rest }: Message): string {
  return `${JSON.stringify(rest).slice(0, -1)},"body":${bodyValue(body)}}\n`
}

/** One line of JSON for each message. */
export const toJsonLines = (messages: readonly Message[]) => messages.map(lineOf).join('')
