/** Texts of the move of a device to another space. */
const messages = {
  section: 'Another space',
  about:
    'Move the device to another space. Its variables move along; its messages and histories of values stay readable in this space.',
  label: 'Move to another space',
  title: 'Move %{name} to another space',
  space: 'Space',
  spaceHint: 'You need to be an admin of the space.',
  noSpaces: 'You are not an admin of any other space. Create one, or ask for the admin role in one.',
  spacesNotFound: 'The spaces could not be loaded',
  choose: 'Choose a space to see what the move changes.',
  submit: 'Move',
  done: 'Device moved to %{space}',
  losses: 'What is lost',
  nothingLost: 'Nothing is lost.',
  gains: 'What moves along',
  messages: {
    title: 'Messages',
    none: 'The device has none.',
    stay: '%{smart_count} message stays here, readable as before. |||| %{smart_count} messages stay here, readable as before.',
    manyStay: 'More than %{count} messages stay here, readable as before.',
    untagged:
      'They lose the tags of the device: tag filters no longer find them, and keys limited to tags can no longer read them.',
    next: 'The next message arrives in %{space}.',
  },
  histories: {
    title: 'Histories of values',
    stay: '%{smart_count} value keeps its history here. In %{space} it starts again with the next message. |||| %{smart_count} values keep their histories here. In %{space} they start again with the next message.',
    before: 'Values up to %{date} are in the space %{space}.',
    beforeUnseen: 'Values up to %{date} are in another space.',
    after: 'Values from %{date} on are in the space %{space}.',
    afterUnseen: 'Values from %{date} on are in another space.',
    open: 'Its history there',
  },
  lost: {
    tags: 'Tags, because %{space} has none of the same name',
    connectors: 'Connectors that its messages no longer trigger',
    rules: 'Alert rules that no longer apply to it',
    keys: 'Keys that no longer reach the device',
    variables:
      '%{smart_count} space-wide variable no longer applies to it |||| %{smart_count} space-wide variables no longer apply to it',
    downlinks:
      '%{smart_count} pending downlink is cancelled |||| %{smart_count} pending downlinks are cancelled',
    jobs: '%{smart_count} firmware job is cancelled |||| %{smart_count} firmware jobs are cancelled',
  },
  gained: {
    self: 'Name, serial number, comment, labels and claim token',
    tags: 'Tags of the same name in %{space}',
    variables: 'Its own variables',
    connectors: 'Connectors of %{space} that its messages will trigger',
    rules: 'Alert rules of %{space} that will apply to it',
  },
  left: 'Moved to %{space} on %{date}. Its messages and histories up to then stay here, and it can no longer be changed here.',
  leftUnseen:
    'Moved to another space on %{date}. Its messages and histories up to then stay here, and it can no longer be changed here.',
  open: 'Open it there',
  came: 'Moved here from %{space} on %{date}.',
  cameUnseen: 'Moved here from another space on %{date}.',
  earlier: 'Earlier messages',
}
export default messages
