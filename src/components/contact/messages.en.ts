/** Texts about whether a device keeps its rhythm, and when it is next expected. */
const messages = {
  state: 'State',
  states: { silent: 'Silent', late: 'Late', on_time: 'On time', never: 'Never seen' },
  onTime: 'On time, %{ago}',
  late: 'Late by %{span}',
  silent: 'Silent for %{span}',
  alerts: '1 alert |||| %{smart_count} alerts',
  alertsAreOpen: '1 open alert. |||| %{smart_count} open alerts.',
  lasting: {
    seconds: '1 second |||| %{smart_count} seconds',
    minutes: '1 minute |||| %{smart_count} minutes',
    hours: '1 hour |||| %{smart_count} hours',
    days: '1 day |||| %{smart_count} days',
  },
  usually: ', usually %{every}.',
  every: {
    seconds: 'every second |||| every %{smart_count} seconds',
    minutes: 'every minute |||| every %{smart_count} minutes',
    hours: 'every hour |||| every %{smart_count} hours',
    days: 'every day |||| every %{smart_count} days',
  },
  waiting: '1 downlink is waiting. |||| %{smart_count} downlinks are waiting.',
  expected: 'Next expected',
  wasExpected: 'Was expected',
  waits: "A command waits until the device's next contact.",
  nextUnknown: 'Not enough messages yet to estimate the next contact.',
  clock: {
    behind: "This computer's clock is %{span} behind. The console uses the server's clock.",
    ahead: "This computer's clock is %{span} ahead. The console uses the server's clock.",
    close: 'Close',
  },
  notKnown: 'The next contact cannot be estimated.',
  movedAway: 'The device was moved to another space; only its history is here.',
}
export default messages
