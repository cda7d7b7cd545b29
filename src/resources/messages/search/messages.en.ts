/** Texts of the search in the bodies of messages. */
const messages = {
  title: 'Search in messages',
  back: 'All messages',
  label: 'Text or value',
  hint: 'A word, or a path, an operator and a value: thermometer.temperature > 30. Operators are =, !=, <, <=, >, >= and contains.',
  submit: 'Search',
  range: 'Time',
  ranges: { all: 'Any time', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
  faults: {
    noPath: 'Before the operator there has to be a path, such as thermometer.temperature > 30.',
    noValue: 'After the operator there has to be a value, such as thermometer.temperature > 30.',
    noNumber: '<, <=, > and >= compare numbers only, such as thermometer.temperature > 30.',
    badPath: 'This path cannot be read. Write it like sensors[0].level = 1.',
  },
  looked: 'Looked back to %{time}, %{smart_count} found |||| Looked back to %{time}, %{smart_count} found',
  lookedAll:
    'Looked at everything in this time, %{smart_count} found |||| Looked at everything in this time, %{smart_count} found',
  further: 'Look further',
  none: 'Nothing found so far.',
  noneAtAll: 'No message matches.',
}
export default messages
