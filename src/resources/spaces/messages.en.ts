const messages = {
  title: 'Spaces',
  entity: { many: 'spaces', first: 'space' },
  details: 'Space details',
  info: 'Details of %{name}',
  fields: {
    id: 'Id',
    name: 'Name',
    type: 'Type',
    role: 'Your role',
    created_at: 'Created',
    invitation: 'Invitation',
  },
  copy: { id: 'id', name: 'name' },
  types: { personal: 'Personal', team: 'Team', default: 'Default', premium: 'Premium' },
  roles: { user: 'User', admin: 'Admin' },
  invitation: {
    invited: 'Invited',
    accept: 'Accept',
    acceptFor: 'Accept the invitation to %{name}',
    accepted: 'You have joined %{name}',
  },
  create: { title: 'New space', action: 'Create space' },
  delete: {
    title: 'Delete the space %{name}?',
    text: 'Its devices, messages and tags are deleted with it, for everyone. This cannot be undone.',
  },
}
export default messages
