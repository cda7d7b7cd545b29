/** Texts of what is done to many records at once. */
const messages = {
  more: 'and %{smart_count} more |||| and %{smart_count} more',
  hidden: {
    title: 'Selected, but not shown in the list',
    mark: 'not shown in the list',
    warning:
      '%{smart_count} of them is not shown in the list now. |||| %{smart_count} of them are not shown in the list now.',
    deselect: 'Deselect %{name}',
    deselectAll: 'Deselect all of these',
  },
  names: 'Selected',
  stop: 'Stop',
  stopping: 'Stopping…',
  progress: '%{done} of %{total}',
  progressLabel: 'Progress',
  checking: 'Checking what came of the unknown: %{done} of %{total}',
  waiting: 'Waiting for the server…',
  check: 'Check again',
  save: 'Download the results',
  unknown:
    'It is unknown what came of %{smart_count} row: its change was sent, and no answer came. |||| It is unknown what came of %{smart_count} rows: their changes were sent, and no answer came.',
  notMade: 'No answer came, and the change was not made.',
  unknownBefore: 'It was interrupted before the answer came.',
  failedBefore: 'It failed before the interruption.',
  counts: {
    done: '%{smart_count} done |||| %{smart_count} done',
    unchanged: '%{smart_count} unchanged |||| %{smart_count} unchanged',
    failed: '%{smart_count} failed |||| %{smart_count} failed',
    skipped: '%{smart_count} skipped |||| %{smart_count} skipped',
    unknown: '%{smart_count} unknown |||| %{smart_count} unknown',
    open: '%{smart_count} not begun |||| %{smart_count} not begun',
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
  interrupted: {
    text: 'This was interrupted on %{date}: %{counts}.',
    check: 'Check and go on',
    resume: 'Go on',
    discard: 'Discard',
    elsewhere: 'Another tab has gone on with it.',
  },
  leave: {
    title: 'Stop what is running?',
    text: 'What is under way is finished, and nothing new begins.',
    kept: 'What is left is offered when you open this page again.',
    stop: 'Stop',
    leave: 'Stop and leave',
    stay: 'Keep it running',
  },
}
export default messages
