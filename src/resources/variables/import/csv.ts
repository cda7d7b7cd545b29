import { type CsvTable as Table, tableReader } from '../../../components/csv/readTable'
import { type CsvStyle, type CsvValue, csvTable, PLAIN_CSV } from '../../../components/files'

/** Fields that a column can contain, in the order of written files. */
export const CSV_FIELDS = ['name', 'value', 'environment', 'comment', 'device'] as const
export type CsvField = (typeof CSV_FIELDS)[number]
export type CsvTable = Table<CsvField>

/** Parses a file with variables. */
export const readCsv = tableReader(CSV_FIELDS, {
  name: ['name', 'nazev', 'jmeno'],
  value: ['value', 'hodnota'],
  environment: ['environment', 'prostredi'],
  comment: ['comment', 'komentar'],
  device: ['device', 'zarizeni'],
})

/** Writes a file that `readCsv` and spreadsheets can open. */
export function writeCsv(
  rows: readonly Record<CsvField | 'error', CsvValue>[],
  style: CsvStyle = PLAIN_CSV,
): string {
  const columns = [...CSV_FIELDS, 'error'] as const
  return csvTable(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
    style,
  )
}
