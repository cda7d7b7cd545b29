/** Texts of one message's page. */
const messages = {
  title: 'Message',
}
export default messages
