/** Texts of the look at requests on one's own machine. */
const messages = {
  title: 'Look on your own machine',
  text: 'One of these lines, in bash or zsh, asks for the secret, receives on port 8787, prints each request, and says whether its signature is right. Nothing has to be installed but Node.js or Python 3.',
  reach:
    'Requests get there by a tunnel of your choice, whose address you put into the code; or, where this server runs on the same machine with ALLOW_PRIVATE_WEBHOOKS=1, at http://localhost:8787.',
  node: 'Node.js',
  python: 'Python 3',
  line: 'Line for %{name}',
}
export default messages
