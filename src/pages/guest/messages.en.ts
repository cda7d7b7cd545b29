/** Texts of the page that a guest link opens. */
const messages = {
  title: 'Shared with you',
  gone: 'This link shows nothing any more. Ask the person who sent it for another one.',
  none: 'There are no values yet.',
  noneInTime: 'No values in this time.',
  until: 'This link works until %{time}.',
  seen: 'Last contact',
  chart: '%{name}, %{after} to %{before}',
  span: '%{after} to %{before}',
}
export default messages
