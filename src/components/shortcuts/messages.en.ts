/** Texts of the list of shortcuts. */
const messages = {
  title: 'Keyboard shortcuts',
  off: 'Single-key shortcuts are turned off in your settings.',
  general: 'Everywhere',
  page: 'On a page',
  palette: 'Search and commands',
  help: 'This list',
  leave: 'Leave edit mode or the record',
  create: 'Create in this list',
  filter: 'Filter this list',
  edit: 'Edit this record',
  next: 'Next difference',
  previous: 'Previous difference',
}
export default messages
