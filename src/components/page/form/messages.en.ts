/** Texts of the dialogs that create. */
const messages = {
  unsure:
    'The server did not answer, but may have created it anyway. What you typed is kept. Check the list before you try again.',
}
export default messages
