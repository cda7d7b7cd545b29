/** Texts about notes that wait in this browser. */
const messages = {
  waits: 'Waits for the network',
  sending: 'Being sent…',
  refused: 'Not added: %{reason}',
  retry: 'Try again',
  discard: 'Discard',
  notAdded: '%{smart_count} note was not added |||| %{smart_count} notes were not added',
  show: 'Show',
  title: 'Notes that were not added',
}
export default messages
