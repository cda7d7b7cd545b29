/** Texts of what to do next where a space has no devices yet, or few. */
const messages = {
  uplink: {
    title: 'Send a message',
    text: 'A device sends with its serial number and claim token, and needs no key. Replace %{token} with its claim token.',
    textForAny:
      'A device sends with its serial number and claim token, and needs no key. Replace %{serial} and %{token} with them.',
  },
}
export default messages
