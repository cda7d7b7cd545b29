/** Texts of those whom alerts notify. */
const messages = {
  roles: { admin: 'Admins of the space', user: 'Users of the space' },
  chosen: '%{smart_count} person of the space |||| %{smart_count} people of the space',
  morePeople: '%{smart_count} more person |||| %{smart_count} more people',
  gonePerson: 'someone who has left the space',
  nobody: 'Nobody is notified',
  shift: 'Shift %{name} (now %{who})',
  noneNow: 'nobody: the admins',
  goneShift: 'A deleted shift: the admins of the space',
  disabledConnector: '%{name} (disabled)',
  goneConnector: 'A deleted connector',
  notified: {
    title: 'Notified',
    none: 'Nobody has been notified yet.',
    more: 'and %{smart_count} more |||| and %{smart_count} more',
    gap: 'Nobody was on shift, so that the admins were notified.',
    step: 'Because nobody had acknowledged it.',
    later:
      'One of them after the quiet hours, or in the daily e-mail. |||| %{smart_count} of them after their quiet hours, or in the daily e-mail.',
    next: 'Next, unless somebody acknowledges it',
  },
}
export default messages
