/** The address in unchanged code that a person has to replace. */
export const PLACEHOLDER_URL = 'https://example.com/webhook'

/** Code of a new connector: it posts the body of the message to a URL. Rules, "Connectors". */
export const DEFAULT_TRANSFORMATION = `/**
 * Called for every message that triggers this connector.
 *
 * job.attempt    0 at the first attempt, 1 at the first retry, and so on
 * job.message    id, type, direction, created_at, measured_at (null where the device does not say), body (the parsed JSON), raw
 * job.device     id, space_id, name, serial_number, session_id, created_at, label, tags
 * job.connector  id, timeout (seconds in which the receiver must answer)
 * job.variables  the variables that are marked for connectors, by name
 * job.test       whether somebody only tries the receiver
 * job.messages   of a batch, which has no message and no device: the list of its messages, each with its device
 * job.alert      of an alert, which has no message and no device
 *
 * Return the request to send, or null to send nothing for this message.
 */
function main(job) {
  return {
    method: 'POST',
    // Replace it by the address of your receiver.
    url: '${PLACEHOLDER_URL}',
    header: {
      'Content-Type': 'application/json',
    },
    // Of an alert what is known of it, of a batch the list of the bodies.
    data: job.alert ?? job.messages?.map(({ body }) => body) ?? job.message.body,
  }
}
`
