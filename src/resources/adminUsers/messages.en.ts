const messages = {
  entity: { many: 'users', first: 'user' },
  details: 'User',
  search: 'E-mail, name, company',
  role: 'System role',
  roles: { user: 'User', admin: 'Admin' },
  spaces: 'Spaces',
  noSpaces: 'This user is not in any space.',
  moreSpaces: '+%{smart_count} more space |||| +%{smart_count} more spaces',
  address: 'E-mail verification',
  verified: 'Verified',
  unverified: 'Not verified',
  created: 'Created',
  taken: 'Another account has this e-mail address',
  lastAdmin: 'This is the last system administrator. Make someone else one first.',
  self: 'You cannot delete your own account here.',
  demote: {
    title: 'Give up the system admin role?',
    text: 'You will leave the admin area and see only the spaces that you are a member of. Only another system administrator can give you the role back.',
    confirm: 'Become a user',
  },
  delete: {
    title: 'Delete the user %{name}?',
    text: 'They are signed out immediately and can no longer sign in. What they created in shared spaces stays. This cannot be undone.',
    deleted:
      'The space %{names} is deleted too, with everything in it. |||| The spaces %{names} are deleted too, with everything in them.',
    withoutAdmin:
      'The space %{names} stays, without an admin. As a system administrator you can invite a new one. |||| The spaces %{names} stay, without an admin. As a system administrator you can invite new ones.',
    done: 'User deleted',
  },
  notFound: {
    title: 'User not found',
    text: 'The account may have been deleted.',
    back: 'Back to users',
  },
}
export default messages
