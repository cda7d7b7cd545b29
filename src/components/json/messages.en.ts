/** Texts of the JSON view. */
const messages = {
  title: 'JSON',
}
export default messages
