/** Texts for the export of devices. */
const messages = {
  dialog: 'Export the devices',
  all: 'All devices that match the filters are exported.',
  allOf:
    '%{smart_count} device that matches the filters is exported. |||| All %{smart_count} devices that match the filters are exported.',
  formats: {
    jsonLines: 'JSON lines: one device per line',
  },
  progress: '%{smart_count} device so far |||| %{smart_count} devices so far',
  progressOf: '%{count} of %{smart_count} device |||| %{count} of %{smart_count} devices',
  finished: '%{smart_count} device was exported. |||| %{smart_count} devices were exported.',
  nothing: 'No devices match the filters. There is nothing to export.',
}
export default messages
