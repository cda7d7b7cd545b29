export default {
  title: 'Overview',
  values: 'Values',
  none: 'No numbers yet. They are here some seconds after the device sends them.',
  messages: 'Last messages',
  noMessages: 'No messages yet.',
  history: 'History of %{label}',
}
