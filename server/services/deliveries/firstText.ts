import type { Readable } from 'node:stream'
import { ATTEMPT_TEXT_MAX_BYTES } from '#contract/connectors'

/** First bytes as text that a database can keep; a character that they cut in half is left out. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, ATTEMPT_TEXT_MAX_BYTES), { stream: true })
    .replaceAll('\0', '\uFFFD')

/** First bytes of a stream, which is given up when there are more. */
export async function firstText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    if (size > ATTEMPT_TEXT_MAX_BYTES) break
  }
  return textOf(Buffer.concat(chunks))
}
