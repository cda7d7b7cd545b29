/** Texts of the message list. */
const messages = {
  title: 'Messages',
}
export default messages
