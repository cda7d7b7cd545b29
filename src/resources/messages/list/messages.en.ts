/** Texts of the message list. */
const messages = {
  title: 'Messages',
  fromDevice: 'From device %{name}',
  fromTag: 'From tag %{name}',
  console: 'Console',
  device: 'Device',
  create: 'Create message',
  open: 'Message detail',
  error: 'The body has an error',
  selectTwo: 'Select two messages to compare them',
}
export default messages
