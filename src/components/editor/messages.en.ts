/** Texts of the code editor. */
const messages = {
  submit: 'Submit',
  problem: 'Line %{line}, column %{column}:',
}
export default messages
