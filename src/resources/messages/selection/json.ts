import type { Message } from '#contract/messages'
import { formatJson } from '../../../components/json/document'
import { EXPORT_FORMATS } from '../export/exportFile'

/** Messages as one JSON list, newest first, with their bodies as values. */
export const jsonOf = (messages: readonly Message[]): string =>
  formatJson(`[${newestFirst(messages).map(EXPORT_FORMATS.lineOf).join(',')}]`)

/** Ids of version 7 sort by time. */
export const newestFirst = (messages: readonly Message[]): Message[] =>
  messages.toSorted((a, b) => (a.id < b.id ? 1 : -1))
