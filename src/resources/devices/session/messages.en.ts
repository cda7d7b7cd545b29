/** Texts of the session tab. */
const messages = {
  title: 'Session',
}
export default messages
