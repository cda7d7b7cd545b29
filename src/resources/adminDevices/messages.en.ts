/** Texts of the devices of all spaces; their title is among those that load first. */
const messages = {
  entity: { many: 'devices', first: 'device' },
  details: 'Device',
  name: 'Name',
  spaceId: 'Space id',
  space: 'Space',
  id: 'Identifier',
  serialNumber: 'Serial number',
  lastSeen: 'Last seen',
  search: 'Serial number, name or space',
  messages: 'Messages of %{name}',
  notFound: {
    title: 'No page here',
    text: 'Each device has its page in its space. Find it in the list of all devices.',
    back: 'Back to all devices',
  },
}
export default messages
