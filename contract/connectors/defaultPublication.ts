/** Code of a new connector that publishes: the body of the message, with what tells a repeated one. Rules, "Connectors". */
export const DEFAULT_PUBLICATION = `/**
 * Called for every message that triggers this connector.
 *
 * job.attempt    0 at the first attempt, 1 at the first retry, and so on
 * job.message    id, type, direction, created_at, body (the parsed JSON)
 * job.device     id, space_id, name, serial_number, session_id, created_at, label, tags
 * job.connector  id, timeout (seconds in which the broker must confirm)
 * job.variables  the variables that are marked for connectors, by name
 * job.test       true for a test that somebody sends
 * job.alert      of an alert, which has no message and no device
 *
 * Return { topic, data } and, if you like, qos (1 or 0) and retain (true), or null to publish nothing.
 */
function main(job) {
  if (job.alert) return { topic: \`alerts/\${job.alert.rule.id}\`, data: job.alert }
  const { id, type, created_at, body } = job.message
  return {
    topic: \`devices/\${job.device.serial_number}/\${type}\`,
    // A message may arrive twice, with the same id. One that somebody sends to try the broker says so.
    data: { id, at: created_at, body, ...(job.test && { test: true }) },
  }
}
`
