/** Code of a new connector: it posts the body of the message to a URL. Rules, "Connectors". */
export const DEFAULT_TRANSFORMATION = `/**
 * Called for every message that triggers this connector.
 *
 * job.attempt    0 at the first attempt, 1 at the first retry, and so on
 * job.message    id, type, direction, created_at, body (the parsed JSON)
 * job.device     id, space_id, name, serial_number, session_id, created_at, label, tags
 * job.connector  id, timeout (seconds in which the receiver must answer)
 * job.variables  the variables that are marked for connectors, by name
 * job.test       whether somebody only tries the receiver
 *
 * Return the request to send, or null to send nothing for this message.
 */
function main(job) {
  return {
    method: 'POST',
    // Replace it by the address of your receiver.
    url: 'https://example.com/webhook',
    header: {
      'Content-Type': 'application/json',
    },
    data: job.message.body,
  }
}
`
