/** Texts of hours of the week. */
const messages = {
  text: '%{from} – %{to}, %{days} (%{zone})',
  everyDay: 'every day',
  from: 'From',
  to: 'To',
  began: 'Days on which they begin',
  timezone: 'Time zone',
  days: {
    d0: 'Sunday',
    d1: 'Monday',
    d2: 'Tuesday',
    d3: 'Wednesday',
    d4: 'Thursday',
    d5: 'Friday',
    d6: 'Saturday',
  },
  short: { d0: 'Sun', d1: 'Mon', d2: 'Tue', d3: 'Wed', d4: 'Thu', d5: 'Fri', d6: 'Sat' },
  errors: { clock: 'Must be a time such as 22:00', tooFew: 'Choose at least one' },
}
export default messages
