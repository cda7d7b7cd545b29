/** Texts of the export of messages. */
const messages = {
  title: 'Export',
  dialog: 'Export messages',
  all: 'All messages that match the filters are exported, newest first.',
  allOf:
    '%{smart_count} message that matches the filters is exported. |||| All %{smart_count} messages that match the filters are exported, newest first.',
  format: 'Format',
  formats: { jsonLines: 'JSON lines: one message per line', csv: 'CSV: a table for spreadsheets' },
  progressLabel: 'Progress of the export',
  progress: '%{smart_count} message so far |||| %{smart_count} messages so far',
  progressOf: '%{count} of %{smart_count} message |||| %{count} of %{smart_count} messages',
  finished: '%{smart_count} message was exported. |||| %{smart_count} messages were exported.',
  nothing: 'No message matches the filters. There is nothing to export.',
  stop: 'Stop',
  resume: 'Continue',
}
export default messages
