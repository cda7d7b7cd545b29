/** Texts of the commands that make a call of the API. */
const messages = {
  open: 'API',
  title: 'This list from the API',
  text: 'These commands make the same call as this list, with its filters, sorting and page size.',
  whole: 'These commands read the whole list. The console filters and sorts it by itself.',
  key: 'Set the environment variable %{variable} to a key of this space first.',
  keys: 'Open keys',
  language: 'Language',
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  command: 'Command',
}
export default messages
