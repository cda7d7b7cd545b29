/** Texts of the dialogs that create. */
const messages = {
  unsure:
    'The server did not answer, and may have created it all the same. What you typed is kept: look at the list before you try again.',
}
export default messages
