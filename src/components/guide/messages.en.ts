/** Texts of what to do next where a space has no devices yet, or few. */
const messages = {
  uplink: {
    title: 'Send a message',
    text: 'A device sends with its serial number and claim token, and needs no key. Put its claim token in place of %{token}.',
    textForAny:
      'A device sends with its serial number and claim token, and needs no key. Put them in place of %{serial} and %{token}.',
  },
}
export default messages
