/** Texts of the JSON view. */
const messages = {
  nothing: 'No content',
  mode: 'View as',
  tree: 'Tree',
  text: 'Text',
  copyAll: 'Copy all',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  level: 'To level',
  levelOf: 'Level %{level}',
  showAll: 'Show all',
  showMore: 'Show more (%{shown} of %{total} characters)',
  showLines: 'Show line breaks',
  members: '%{smart_count} key |||| %{smart_count} keys',
  items: '%{smart_count} item |||| %{smart_count} items',
  copyPath: 'Copy path',
  copyValue: 'Copy value',
  path: 'Path of the selected value',
  search: {
    label: 'Search keys and values',
    count: '%{at} of %{count}',
    none: 'No match',
    next: 'Next match',
    previous: 'Previous match',
  },
}
export default messages
