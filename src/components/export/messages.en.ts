/** Texts of every export; those about its rows are beside them. */
const messages = {
  progressLabel: 'Export progress',
  resume: 'Continue',
  formats: {
    csv: 'CSV: a table for spreadsheets and programs',
    xlsx: 'Excel (XLSX): a table with real numbers and times',
  },
  separator: 'Separator',
  separators: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' },
  decimal: 'Decimal sign',
  decimals: { point: 'Point: 1.5', comma: 'Comma: 1,5' },
  times: 'Times',
  zones: { utc: 'UTC', local: 'Local time: %{zone}' },
  hints: {
    csv: 'If a spreadsheet opens the file in one column, choose another separator. This browser keeps your choice.',
    xlsx: 'A cell has at most %{max} characters: longer texts are cut off. JSON lines have all of them.',
  },
  beyond: {
    csv: 'Excel opens only the first %{max} lines of a CSV file. The file has all of them. An XLSX file would continue on further sheets.',
    xlsx: 'A sheet of Excel has at most %{max} rows. The others are on further sheets of the file.',
  },
}
export default messages
