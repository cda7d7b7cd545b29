import { readDocument } from '../../json/document'
import { type CompareOptions, printJson } from './printJson'

/** Longest line, in characters; a longer one goes on in the next, so that its changes can be found and shown. */
export const MAX_LINE_LENGTH = 400

function wrapped(line: string): string[] {
  const pieces = Math.max(1, Math.ceil(line.length / MAX_LINE_LENGTH))
  return Array.from({ length: pieces }, (_, i) => line.slice(i * MAX_LINE_LENGTH, (i + 1) * MAX_LINE_LENGTH))
}

/** The lines of a body as they are compared: pretty-printed JSON, or its own lines when it is not JSON. */
export function linesOf(body: string | null, options: CompareOptions): string[] {
  if (body === null || body === '') return []
  const document = readDocument(body)
  const lines = document === null ? body.split(/\r?\n/) : printJson(document, options)
  return lines.flatMap(wrapped)
}
