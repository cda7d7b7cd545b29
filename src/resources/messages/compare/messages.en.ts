/** Texts of the comparison of two messages. */
const messages = {
  title: 'Compare messages',
  withPrevious: 'Compare with the previous one of this type from this device',
  withPreviousShort: 'Compare with previous',
  noPrevious: 'This is the first message of its type and direction from this device.',
  swap: 'Swap sides',
  older: 'Older message',
  newer: 'Newer message',
  detail: 'Open message',
  ignoreVolatile: 'Ignore times, sequence numbers and ids',
  sortKeys: 'Ignore the order of keys',
  previous: 'Previous difference',
  next: 'Next difference',
  position: 'Difference %{position} of %{count}',
  none: 'No differences',
  count: '%{smart_count} difference |||| %{smart_count} differences',
  identical: 'The bodies are identical.',
  equalSoFar: 'The bodies differ only in formatting or in what is ignored.',
  bothEmpty: 'Neither message has a body.',
  diff: 'Bodies',
  notFound: {
    title: 'Message not found',
    text: "At least one of the two messages isn't in this space or was deleted.",
    incomplete: 'This address does not name two messages. Select two in the list.',
    back: 'Go to messages',
  },
}
export default messages
