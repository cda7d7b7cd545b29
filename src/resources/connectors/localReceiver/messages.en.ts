/** Texts of the look at requests on one's own machine. */
const messages = {
  title: 'Receive on your own machine',
  text: 'Each of these commands, in bash or zsh, asks for the secret, listens on port 8787, prints each request and verifies its signature. It needs only Node.js or Python 3.',
  reach:
    'Requests get there through a tunnel of your choice, whose address you put into the code; or, if this server runs on the same machine with ALLOW_PRIVATE_WEBHOOKS=1, at http://localhost:8787.',
  node: 'Node.js',
  python: 'Python 3',
  line: 'Command for %{name}',
}
export default messages
