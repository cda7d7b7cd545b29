/** Texts of bulk changes. */
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
  checking: 'Checking the unknown rows: %{done} of %{total}',
  waiting: 'Waiting for the server…',
  check: 'Check again',
  save: 'Download the results',
  unknown:
    '%{smart_count} row may or may not have been changed: its change was sent, but no answer came. |||| %{smart_count} rows may or may not have been changed: their changes were sent, but no answers came.',
  notMade: 'No answer came, and the change was not made.',
  unknownBefore: 'It was interrupted before the answer came.',
  failedBefore: 'It failed before the interruption.',
  counts: {
    done: '%{smart_count} done |||| %{smart_count} done',
    unchanged: '%{smart_count} unchanged |||| %{smart_count} unchanged',
    failed: '%{smart_count} failed |||| %{smart_count} failed',
    skipped: '%{smart_count} skipped |||| %{smart_count} skipped',
    unknown: '%{smart_count} unknown |||| %{smart_count} unknown',
    open: '%{smart_count} not started |||| %{smart_count} not started',
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
    check: 'Check and continue',
    resume: 'Continue',
    discard: 'Discard',
    elsewhere: 'Another tab has taken it over.',
  },
  leave: {
    title: 'Stop what is running?',
    text: 'Calls in progress are finished, and no new ones start.',
    kept: 'You can continue with the rest when you open this page again.',
    stop: 'Stop',
    leave: 'Stop and leave',
    stay: 'Keep it running',
  },
}
export default messages
