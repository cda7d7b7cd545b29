/** Texts of the question about the encoding of a file. */
const messages = {
  title: 'Which letters are right?',
  text: '%{file} does not say how its letters are stored. Choose the one in which they are right.',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1252': 'Western European (Windows-1252)',
  read: 'Read the file',
}
export default messages
