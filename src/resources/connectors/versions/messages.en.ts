/** Texts of the code that a connector had. */
const messages = {
  title: 'Earlier versions',
  titleOf: 'Earlier versions of the code of %{name}',
  version: 'Version %{version}',
  saved: 'Saved by %{who}, %{time}',
  server: 'the server',
  older: 'Older than the audit log',
  none: 'The code has not changed since the audit log began.',
  kept: 'Versions are kept as long as the audit log.',
  more: 'Show older versions',
  one: 'Code of version %{version}',
  since: 'Version %{version} has the code of version %{first}.',
  legend: 'Lines marked − were in version %{version}, lines marked + are in the current code.',
  difference: 'Code of version %{version}, compared with the current code',
  same: 'It is the same as the current code.',
  unknown: 'The code of version %{version} is unknown: the audit log does not have it.',
  restore: 'Restore this code',
  restored: 'Code of version %{version} restored',
  again: 'Below, it is compared with the current code.',
  notUndone: 'Not undone: the connector was changed again since',
}
export default messages
