/** Texts for going through the records of a list. */
const messages = {
  label: 'Records of the list',
  next: 'Next record',
  previous: 'Previous record',
  place: '%{position} of %{total}',
  first: 'This is the first record of the list.',
  last: 'This is the last record of the list.',
  panel: 'Peek',
  open: 'Open the page',
  close: 'Close the panel',
}
export default messages
