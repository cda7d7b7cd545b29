/** Texts of the list of shortcuts. */
const messages = {
  title: 'Keyboard shortcuts',
  off: 'Single-key shortcuts are turned off in your settings.',
  general: 'Everywhere',
  page: 'On a page',
  rows: 'In a list',
  palette: 'Search and commands',
  help: 'This list',
  leave: 'Leave edit mode, the peek panel or the record',
  create: 'Create in this list',
  filter: 'Filter this list',
  edit: 'Edit this record',
  next: 'Next difference',
  previous: 'Previous difference',
  nextRow: 'Next row, or next record on its page',
  previousRow: 'Previous row, or previous record on its page',
  open: 'Open this row',
  select: 'Select this row',
  peek: 'Peek at this row, beside the list',
  filterBy: 'Filter by the values of this row',
}
export default messages
