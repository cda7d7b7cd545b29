/** Texts about how often a device sends and when it is next expected. */
const messages = {
  usual: 'Usual interval',
  every: {
    seconds: 'every second |||| every %{smart_count} seconds',
    minutes: 'every minute |||| every %{smart_count} minutes',
    hours: 'every hour |||| every %{smart_count} hours',
    days: 'every day |||| every %{smart_count} days',
  },
  late: '1 interval late |||| %{smart_count} intervals late',
  tooFew: 'not enough messages yet',
  failed: 'unknown, the messages could not be loaded',
  expected: 'Next expected',
  wasExpected: 'Was expected',
  waits: "A command waits until the device's next contact.",
  nextUnknown: 'There are not enough messages yet to estimate when this device is next expected.',
  nextFailed: 'The messages could not be loaded, so it is unknown when this device is next expected.',
}
export default messages
