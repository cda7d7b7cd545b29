/** Texts of the QR scan. */
const messages = {
  title: 'Scan QR code',
}
export default messages
