import type { Message } from '#contract/messages'
import { CSV_HEADER, toCsv } from './csv'
import { toJsonLines } from './jsonLines'

/** What a file of messages can be. */
export interface ExportFormat {
  extension: string
  mediaType: string
  header: string
  write: (messages: readonly Message[]) => string
}

export const EXPORT_FORMATS = {
  jsonLines: { extension: 'jsonl', mediaType: 'application/jsonl', header: '', write: toJsonLines },
  csv: { extension: 'csv', mediaType: 'text/csv;charset=utf-8', header: CSV_HEADER, write: toCsv },
} as const satisfies Record<string, ExportFormat>

export type FormatName = keyof typeof EXPORT_FORMATS
