/** Texts of the command palette. */
const messages = {
  label: 'Search and commands',
  placeholder: 'Search or run a command',
  results: 'Results',
  recent: 'Recent',
  profile: 'Profile',
  settings: 'Settings',
  go: 'Go to',
  actions: 'Actions',
  searching: 'Searching…',
  failed: 'Some results could not be loaded.',
  otherSpaces: 'In other spaces',
  ownSpaces: 'In your spaces',
  /** More words by which an action is found. */
  words: {
    create: 'new add',
    scan: 'camera device',
    logout: 'sign out log off',
    print: 'paper pdf',
    profile: 'sign-in methods, identities, time zone',
    notifications: 'e-mails, alerts, quiet hours',
    security:
      'password, passkeys, authenticator app, recovery codes, sessions, where you are signed in, second factor, two-factor authentication, 2FA, MFA, OTP',
  },
  tooShort: 'Type 3 characters to search all devices.',
  none: 'Nothing found.',
  more: 'More devices match. Keep typing to narrow the search.',
  all: 'Show all in the list',
  some: '%{shown} of %{total} devices',
  byComment: 'Devices with “%{text}” in the comment',
  scan: 'Scan a QR code',
  print: 'Print this page',
  thinOn: 'Turn thin mode on',
  thinOff: 'Turn thin mode off',
}
export default messages
