/** Texts of the code editor. */
const messages = {
  title: 'Editor',
}
export default messages
