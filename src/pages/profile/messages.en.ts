const messages = {
  title: 'Profile and settings',
  tabs: { profile: 'Profile', settings: 'Settings' },
  fields: {
    email: 'E-mail',
    firstname: 'First name',
    lastname: 'Last name',
    middlename: 'Middle name',
    company: 'Company',
    timezone: 'Time zone',
  },
  timezone: {
    hint: 'Search by city, country or offset, for example Prague or +02:00. This browser is in %{zone}.',
    none: 'No time zone matches. Try a city, or an offset like +02:00.',
  },
  emailIsFixed: 'The e-mail address cannot be changed.',
  security: { title: 'Security' },
  errors: { firstname: 'First name is required', lastname: 'Last name is required' },
  settings: {
    darkMode: 'Dark mode',
    language: 'Preferred language',
    thinMode: 'Thin mode',
    thinModeHelp: 'Rows of tables take less space.',
    shortcuts: 'Single-key shortcuts',
    shortcutsHelp: 'Such as c or ?, while you are not typing.',
    local: 'Settings apply immediately and are stored in this browser.',
  },
}
export default messages
