/** Texts of the message list. */
const messages = {
  fromDevice: 'From device %{name}',
  fromTag: 'From tag %{name}',
  console: 'Console',
  device: 'Device',
  dashboard: 'Dashboard',
  create: 'Create message',
  open: 'Message detail',
  error: 'The body has an error',
  selectTwo: 'Select two messages to compare them',
  missing: {
    device: 'This space has no such device',
    tag: 'This space has no such tag',
    text: 'It may have been deleted, or it belongs to another space.',
    all: 'Show all messages',
  },
  live: {
    label: 'Live',
    hint: 'Shows new messages as they arrive',
    off: 'Live',
    starting: 'Loading...',
    live: 'Live',
    paused: 'Paused',
    lost: 'Reconnecting',
    new: '%{smart_count} new message |||| %{smart_count} new messages',
    newOrMore: 'More than %{smart_count} new messages |||| More than %{smart_count} new messages',
    resume: 'Resume',
    newest: 'The newest message |||| The newest %{smart_count} messages',
    older: 'Browse older messages',
  },
}
export default messages
