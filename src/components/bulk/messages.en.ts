/** Texts of bulk changes. */
const messages = {
  more: 'and %{smart_count} more |||| and %{smart_count} more',
  hidden: {
    title: 'Selected, but not shown in the list',
    mark: 'not shown in the list',
    warning:
      '%{smart_count} of them is not shown in the list now. |||| %{smart_count} of them are not shown in the list now.',
    deselect: 'Deselect %{name}',
    deselectAll: 'Deselect all',
  },
  names: 'Selected',
  stop: 'Stop',
  stopping: 'Stopping…',
  progress: '%{done} of %{total}',
  progressLabel: 'Progress',
  checking: 'Checking the unknown rows: %{done} of %{total}',
  waiting: 'Waiting for the server…',
  check: 'Check again',
  save: 'Download the results',
  unknown:
    '%{smart_count} row may or may not have been changed: the server did not respond. |||| %{smart_count} rows may or may not have been changed: the server did not respond.',
  notMade: 'The server did not respond. The change was not made.',
  counts: {
    done: '%{smart_count} done |||| %{smart_count} done',
    unchanged: '%{smart_count} unchanged |||| %{smart_count} unchanged',
    failed: '%{smart_count} failed |||| %{smart_count} failed',
    skipped: '%{smart_count} skipped |||| %{smart_count} skipped',
    unknown: '%{smart_count} unknown |||| %{smart_count} unknown',
  },
  states: {
    waiting: 'Waiting',
    done: 'OK',
    unchanged: 'No change needed',
    failed: 'Failed',
    skipped: 'Skipped',
    unknown: 'Unknown',
  },
  columns: { name: 'name', id: 'id', result: 'result', message: 'message' },
  leave: {
    title: 'Stop this operation?',
    text: 'Calls in progress finish, and no new ones start.',
    stop: 'Stop',
    leave: 'Stop and leave',
    stay: 'Keep it running',
  },
}
export default messages
