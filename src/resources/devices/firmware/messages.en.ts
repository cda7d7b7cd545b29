/** Texts of the firmware tab. */
const messages = {
  title: 'Firmware',
}
export default messages
