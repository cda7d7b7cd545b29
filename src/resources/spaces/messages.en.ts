const messages = {
  entity: { many: 'spaces', first: 'space' },
  details: 'Space',
  info: 'Details of %{name}',
  fields: {
    id: 'Id',
    name: 'Name',
    type: 'Type',
    user_role: 'Your role',
    user_permissions: 'Your permissions',
    user_tags: 'You see only',
    user_ends_at: 'Your access',
    created_at: 'Created',
    invited: 'Invitation',
  },
  types: { personal: 'Personal', team: 'Team', default: 'Default', premium: 'Premium' },
  invitation: {
    invited: 'Invited',
    accept: 'Accept',
    acceptFor: 'Accept the invitation to %{name}',
    accepted: 'You have joined %{name}',
    text: {
      user: 'You were invited to the space %{name} as a user: you will be able to read it.',
      admin:
        'You were invited to the space %{name} as an admin: you will be able to change everything in it.',
    },
    sender: '%{sender} invites you.',
    notNow: 'Not now',
    missing:
      'The account %{email} has no such invitation. It may have been withdrawn, or it is for another account of yours.',
    otherAccount: 'Sign in with another account',
  },
  refusal: {
    title: 'Refuse the invitation to %{name}?',
    text: '%{sender} is not notified. You can also refuse all their invitations for good: you no longer see them or get e-mails about them. You can change this in your profile.',
    textOfKey: 'The sender is not notified.',
    refuse: 'Refuse',
    refuseFor: 'Refuse the invitation to %{name}',
    all: 'Refuse all from %{sender}',
    done: 'You have refused the invitation to %{name}',
    doneAll: 'You refuse all invitations from %{sender}',
  },
  create: { title: 'Create a space', submit: 'Create space', done: 'Space created' },
  delete: {
    title: 'Delete the space %{name}?',
    losses: 'It has %{devices} and %{people}.',
    devices: '%{smart_count} device |||| %{smart_count} devices',
    people: '%{smart_count} person |||| %{smart_count} people',
    text: 'Its devices, messages and tags are deleted with it, for everyone. This cannot be undone.',
    done: 'Space deleted',
  },
  notFound: {
    title: 'Space not found',
    text: 'It may have been deleted, or you are not a member of it.',
    back: 'Back to spaces',
  },
}
export default messages
