/** Texts of the page that a guest link opens. */
const messages = {
  title: 'Shared with you',
  gone: 'This link shows nothing any more. Ask the person who sent it for another one.',
  none: 'There are no values yet.',
  noneInTime: 'No values in this time.',
  until: 'This page shows data until %{time}.',
  lastSeen: 'Last contact %{time}',
  chart: '%{name}, %{after} to %{before}',
  at: 'at %{time}',
  states: {
    on_time: 'On time',
    late: 'Late',
    silent: 'Silent',
    never: 'Never seen',
  },
}
export default messages
