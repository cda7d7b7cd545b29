/** Texts about when a device was heard of and is expected. */
const messages = {
  title: 'Contact',
}
export default messages
