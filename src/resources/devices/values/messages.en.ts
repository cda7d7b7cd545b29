export default {
  title: 'Last values',
  add: 'Add a value',
  hint: 'What the devices measure, as a column',
  devices: '%{smart_count} device |||| %{smart_count} devices',
  none: 'No device has sent any numbers yet.',
  failed: 'The values could not be loaded.',
  most: 'At most %{smart_count} value fits. Hide it to choose another one. |||| At most %{smart_count} values fit. Hide one to choose another.',
  overview: {
    title: 'Overview',
    values: 'Values',
    none: 'No numbers yet. They are here some seconds after the device sends them.',
    messages: 'Last messages',
    noMessages: 'No messages yet.',
    history: 'History of %{label}',
  },
}
