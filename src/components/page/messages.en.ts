/** Texts of the parts that every page is made of. */
const messages = {
  breadcrumbs: 'Path to this page',
  never: 'never',
  copyFailed: 'The text could not be copied',
  cancel: 'Cancel',
  edit: 'Edit',
  save: 'Save',
  create: 'Create',
  delete: 'Delete',
  discard: 'Discard changes',
  typeName: 'To confirm, type “%{name}”.',
  saved: 'Saved',
  textLength: '%{count} of %{max} characters',
  notFound: {
    title: 'Not found',
    text: 'There is nothing at this address, or you have no access to it.',
    toSpaces: 'Go to spaces',
    back: 'Go back',
  },
  notPermitted: 'Only admins of this space can see this page. Your role in the space is “User”.',
  refused: {
    title: 'Access was refused',
    text: 'The server refused what was asked for on the page “%{page}”, so you are at your spaces now. Your role may have changed, or you are no longer a member of the space.',
    somewhere:
      'The server refused what was asked for, so you are at your spaces now. Your role may have changed, or you are no longer a member of the space.',
  },
  draft: {
    notice: 'Your changes were not saved.',
    restore: 'Restore',
    discard: 'Discard',
  },
  naming: {
    required: 'name required',
    mismatch: "Input doesn't match the required pattern.",
    rule: 'At least 3 characters. A lowercase letter comes first, then lowercase letters, digits and hyphens; the last is a letter or a digit.',
    link: 'Naming convention',
    suggestion: 'Suggested name:',
    take: 'Use the suggested name %{name}',
  },
  secret: { reveal: 'Show %{what}', hide: 'Hide %{what}', hidden: '%{what} is hidden' },
  devicesNotFound: 'The devices could not be searched. Change the text to try again.',
  errors: {
    required: 'Required',
    name: 'At least 3 characters: a lowercase letter first, then lowercase letters, digits or hyphens, no hyphen at the end',
    tooLong: 'At most %{max} characters',
    invalid: 'This value is not valid',
    unseen: 'This cannot be sent because of a field that is not shown here.',
  },
}
export default messages
