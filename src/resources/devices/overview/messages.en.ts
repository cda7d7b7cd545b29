export default {
  title: 'Overview',
  values: 'Values',
  none: 'No numbers yet. Once the device sends some, they are here.',
  messages: 'Last messages',
  noMessages: 'No messages yet.',
  history: 'History of %{label}',
}
