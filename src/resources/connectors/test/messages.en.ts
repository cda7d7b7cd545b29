/** Texts of the tests of a connector. */
const messages = {
  title: 'Send a test by %{name}?',
  text: 'The message goes to the receiver once, by the code that is saved, and is marked as a test: job.test is true, and the request has the header webhook-test.',
  textOfMqtt:
    'The message is published once, by the code that is saved. Only job.test tells that it is a test: the code that a connector begins with writes it into the payload. The broker never retains a test.',
  anyway: {
    paused: 'The connector is paused. The test is sent anyway, and the pause goes on.',
    waiting: 'The connector waits for its receiver. The test is sent anyway.',
    stopped: 'The connector is stopped. The test is sent anyway, and it stays stopped.',
    off: 'The connector is disabled. The test is sent anyway.',
  },
  alerts:
    'This connector has no triggers. If it is for alerts, test a rule that names it: on the page of the rule.',
  body: 'Body of the message',
  stored: 'The message is sent as it is stored, unless you edit it.',
  written: 'This message is not stored: it is written for the test.',
  noJson: 'This is not valid JSON.',
  reset: 'Undo the edit',
  send: 'Send the test',
}
export default messages
