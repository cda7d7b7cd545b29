/** Code of a new connector that publishes: the body of the message, with the id that identifies a repeated one. Rules, "Connectors". */
export const DEFAULT_PUBLICATION = `/**
 * Called for every message that triggers this connector.
 *
 * job.attempt    0 at the first attempt, 1 at the first retry, and so on
 * job.message    id, type, direction, created_at, measured_at (null where the device does not say), body (the parsed JSON), raw
 * job.device     id, space_id, name, serial_number, session_id, created_at, label, tags
 * job.connector  id, timeout (seconds in which the broker must confirm)
 * job.variables  the variables that are marked for connectors, by name
 * job.test       true for a test that somebody sends
 * job.messages   of a batch, which has no message and no device: the list of its messages, each with its device
 * job.alert      of an alert, which has no message and no device
 *
 * Return { topic, data } and, if you like, qos (1 or 0) and retain (true), or null to publish nothing.
 */
function main(job) {
  if (job.alert) return { topic: \`alerts/\${job.alert.rule.id}\`, data: job.alert }
  // A message may arrive twice, with the same id. One that somebody sends to try the broker says so.
  const dataOf = ({ id, created_at, measured_at, body }) => ({
    id,
    at: measured_at ?? created_at,
    body,
    ...(job.test && { test: true }),
  })
  if (job.messages)
    return {
      topic: 'devices/batch',
      data: job.messages.map((one) => ({ device: one.device.serial_number, type: one.type, ...dataOf(one) })),
    }
  return { topic: \`devices/\${job.device.serial_number}/\${job.message.type}\`, data: dataOf(job.message) }
}
`
