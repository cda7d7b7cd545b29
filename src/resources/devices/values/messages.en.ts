export default {
  title: 'Last values',
  add: 'Add a value',
  hint: 'What the devices measure, as a column',
  devices: '%{smart_count} device |||| %{smart_count} devices',
  none: 'No device has sent any numbers yet.',
  failed: 'The values could not be loaded.',
  most: 'At most %{smart_count} value fits. Hide it to choose another one. |||| At most %{smart_count} values fit. Hide one to choose another.',
}
