/** Texts of the comparison of two texts. */
const messages = {
  part: 'Part %{part} of %{count}',
  previousPart: 'Previous part',
  nextPart: 'Next part',
  parted: 'The bodies are long, so they are compared in parts.',
  working: 'Comparing…',
  failed: 'The bodies could not be compared.',
  unfold: 'Show %{smart_count} unchanged line |||| Show %{smart_count} unchanged lines',
  added: 'added:',
  removed: 'removed:',
}
export default messages
