/** Texts of one message's page. */
const messages = {
  title: {
    up: '%{type} uplink of %{device}',
    down: '%{type} downlink to %{device}',
  },
  details: 'Details',
  attempts: 'Attempts',
  stateAt: 'State since',
  scheduledAt: 'Scheduled for',
  codecHash: 'Codec hash',
  raw: 'Raw message',
  copyMessage: 'Copy as JSON',
  cancel: {
    action: 'Cancel message',
    keep: 'Keep message',
    title: 'Cancel this message?',
    text: 'The device will not get it. This cannot be undone.',
    done: 'Message cancelled',
    tooLate: 'The message can no longer be cancelled',
  },
  neighbours: {
    title: 'Messages of this device',
    older: 'Previous',
    newer: 'Next',
    olderHint: 'Previous message of this device',
    newerHint: 'Next message of this device',
    oldest: 'This is the oldest message of the device.',
    newest: 'This is the newest message of the device.',
    failed: 'The neighbouring message could not be looked up.',
  },
  events: {
    title: 'Events',
    none: 'Nothing has happened to this message yet.',
    time: 'Time',
    type: 'Event',
    connector: 'Connector',
    functionReturn: 'Return value of the function',
    body: 'Body of the event',
  },
}
export default messages
