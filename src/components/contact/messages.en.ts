/** Texts about when a device was heard of and is expected. */
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
  waits: 'A command waits until the device is heard of.',
  nextUnknown: 'It is not known yet when this device is next expected: there are not enough messages.',
  nextFailed: 'It is not known when this device is next expected: the messages could not be loaded.',
}
export default messages
