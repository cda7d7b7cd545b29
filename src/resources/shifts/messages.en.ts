const messages = {
  entity: { many: 'shifts', first: 'shift' },
  fields: {
    id: 'Id',
    name: 'Name',
    timezone: 'Time zone',
    starts_on: 'First week begins',
    entries: 'Hours',
    every_rule: 'Notified by all rules of the space',
    created_at: 'Created',
  },
  details: 'Shift',
  about:
    'Alert rules that name a shift notify whoever is on it then. People of the same hours take turns, each for a week.',
  now: 'On shift now',
  nobody: 'Nobody: the admins are notified',
  turns: '%{hours}: %{people}',
  everyRule: { yes: 'Yes', no: 'No, by those that name it' },
  next: 'then',
  gaps: {
    title: 'Nobody is on shift at these times of the next 7 days. Then the admins of the space are notified.',
    range: '%{from} – %{to}',
    more: 'and %{smart_count} more |||| and %{smart_count} more',
  },
  create: { title: 'Create a shift', submit: 'Create shift', done: 'Shift created' },
  edit: { done: 'Shift updated' },
  delete: {
    title: 'Delete the shift %{name}?',
    text: 'Rules that name it notify the admins of the space instead. This cannot be undone.',
    done: 'Shift deleted',
  },
  notFound: {
    title: 'Shift not found',
    text: 'It may have been deleted, or it belongs to another space.',
    back: 'Back to the shifts',
  },
  form: {
    startsHint: 'The week of the first person of each row begins on this day',
    entry: 'Hours %{number}',
    addEntry: 'Add hours',
    removeEntry: 'Remove hours %{number}',
    people: 'People',
    peopleHint: 'In the order in which they take turns by week',
    peopleFailed: 'The people could not be loaded.',
    tooFew: 'Choose at least one',
    day: 'Must be a date',
  },
}
export default messages
