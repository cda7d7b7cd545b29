/** Texts of the comparison of two messages. */
const messages = {
  title: 'Compare messages',
}
export default messages
