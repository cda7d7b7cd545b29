/** Texts of every export; those about its rows are beside them. */
const messages = {
  title: 'Export',
  progressLabel: 'Export progress',
  resume: 'Continue',
}
export default messages
