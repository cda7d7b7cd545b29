import compare from './compare/messages.en'
import create from './create/messages.en'
import detail from './detail/messages.en'
import exporting from './export/messages.en'
import list from './list/messages.en'

/** Texts of the messages. */
const messages = {
  title: 'Messages',
  entity: { many: 'messages', first: 'message' },
  id: 'Id',
  createdAt: 'Created',
  device: 'Device',
  serialNumber: 'Serial number',
  direction: 'Direction',
  type: 'Type',
  downState: 'State',
  body: 'Body',
  directions: { up: 'Uplink', down: 'Downlink' },
  types: {
    session: 'Session',
    data: 'Data',
    config: 'Config',
    encoder: 'Encoder',
    decoder: 'Decoder',
    shell: 'Shell',
    firmware: 'Firmware',
  },
  downStates: { pending: 'Pending', sent: 'Sent', cancelled: 'Cancelled' },
  notFound: {
    title: 'Message not found',
    text: "This message isn't in this space or was deleted.",
    back: 'Go to messages',
  },
  list,
  detail,
  compare,
  create,
  exporting,
}
export default messages
