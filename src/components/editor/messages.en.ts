/** Texts of the code editor. */
const messages = {
  submit: 'Submit',
}
export default messages
