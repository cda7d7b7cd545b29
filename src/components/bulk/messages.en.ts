/** Texts of what is done to many records at once. */
const messages = {
  stop: 'Stop',
  stopping: 'Stopping…',
  progress: '%{done} of %{total}',
  progressLabel: 'Progress',
  counts: {
    done: '%{smart_count} done |||| %{smart_count} done',
    unchanged: '%{smart_count} unchanged |||| %{smart_count} unchanged',
    failed: '%{smart_count} failed |||| %{smart_count} failed',
    skipped: '%{smart_count} skipped |||| %{smart_count} skipped',
  },
  states: {
    waiting: 'Waiting',
    done: 'OK',
    unchanged: 'No change needed',
    failed: 'Failed',
    skipped: 'Skipped',
  },
}
export default messages
