/** Texts of a device's shell console. */
const messages = {
  title: 'Console',
}
export default messages
