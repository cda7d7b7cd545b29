/** Words that resources, pages and the audit log share. */
const messages = {
  person: {
    email: 'E-mail',
    firstname: 'First name',
    lastname: 'Last name',
    middlename: 'Middle name',
    company: 'Company',
    timezone: 'Time zone',
  },
  password: 'Password',
  roles: { user: 'User', admin: 'Admin', own: 'Own permissions' },
  member: {
    role: 'Space role',
    status: 'Invite status',
    id: 'Identifier',
    ends: 'Ends',
    tags: 'Limited to tags',
    permissions: 'Permissions',
  },
  identity: {
    provider: 'Provider',
    identity: 'Identity',
    login: 'Login',
  },
  session: {
    signedIn: 'Signed in %{method}',
    methods: {
      password: 'with the password',
      passkey: 'with a passkey',
      provider: 'through %{provider}',
      link: 'with a one-time link',
    },
    address: 'Network address',
  },
  message: {
    type: 'Type',
    downState: 'State',
    device: 'Device',
    format: 'Format',
  },
  firmware: {
    target: 'Target',
    state: 'State',
    states: {
      scheduled: 'Scheduled',
      downloading: 'Downloading',
      swapping: 'Swapping',
      succeeded: 'Succeeded',
      failed: 'Failed',
      canceled: 'Cancelled',
    },
  },
  connector: {
    state: 'State',
    disabled: 'Disabled',
    states: { paused: 'Paused', waiting: 'Waiting for the receiver', stopped: 'Stopped' },
    until: 'Paused until',
    secret: 'Signing secret',
    twiceUntil: 'Previous secret valid until',
  },
  settings: {
    secondFactor: 'Second factor',
    spaces: 'Spaces per account',
  },
  sim: {
    state: 'State',
    profile: 'Profile',
    attr1: 'Attribute 1',
    attr2: 'Attribute 2',
  },
}
export default messages
