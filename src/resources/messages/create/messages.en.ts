/** Texts of the page that schedules a downlink. */
const messages = {
  title: 'Create message',
}
export default messages
