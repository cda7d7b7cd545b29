/** Texts about whether a device keeps its rhythm, and when it is next expected. */
const messages = {
  state: 'State',
  states: { silent: 'Silent', late: 'Late', on_time: 'On time', never: 'Never heard from' },
  onTime: 'On time, %{ago}',
  late: 'Late by %{span}',
  silent: 'Silent for %{span}',
  alerts: '1 alert |||| %{smart_count} alerts',
  alertsAreOpen: '1 alert is open. |||| %{smart_count} alerts are open.',
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
  nextUnknown: 'There are not enough messages yet to estimate when this device is next expected.',
  clock: {
    behind:
      "This computer's clock is %{span} behind. The times in this console go by the clock of the server.",
    ahead: "This computer's clock is %{span} ahead. The times in this console go by the clock of the server.",
    close: 'Close',
  },
  notKnown: 'It is not known when this device is next expected.',
}
export default messages
