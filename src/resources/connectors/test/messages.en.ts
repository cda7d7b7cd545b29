/** Texts of the tests of a connector. */
const messages = {
  title: 'Send a test through %{name}?',
  text: 'The saved code sends the message to the receiver once, marked as a test: job.test is true, and the request has the header webhook-test.',
  textOfMqtt:
    'The saved code publishes the message once. Only job.test marks it as a test: the default code writes it into the payload. The broker never retains a test.',
  anyway: {
    paused: 'The connector is paused. The test is sent anyway, and the pause continues.',
    waiting: 'The connector is waiting for its receiver. The test is sent anyway.',
    stopped: 'The connector is stopped. The test is sent anyway, and it stays stopped.',
    off: 'The connector is disabled. The test is sent anyway.',
  },
  alerts:
    'This connector has no triggers. If it is for alerts, test a rule that sends to it, on the page of the rule.',
  alert: 'This connector has no triggers. If it is for alerts, send it a made-up alert.',
  sendAlert: 'Send a test alert',
  body: 'Body of the message',
  stored: 'The message is sent as it is stored, unless you edit it.',
  written: 'This message is not stored: it was made for the test.',
  noJson: 'This is not valid JSON.',
  reset: 'Undo the edit',
  send: 'Send the test',
}
export default messages
