/** Texts of the export of messages. */
const messages = {
  title: 'Export',
}
export default messages
