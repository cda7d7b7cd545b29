/** Texts that explain which messages trigger which connectors. */
const messages = {
  asNow: 'Based on current tags and connectors.',
  noConnectors: 'There are no connectors in this space.',
  showOthers: 'Show %{smart_count} other connector |||| Show %{smart_count} other connectors',
  sharedTags: 'Shared tags',
  reasons: {
    disabled: 'it is disabled',
    direction: 'its direction is %{direction}',
    trigger: 'its triggers do not include %{type}',
    tag: 'it shares no tag with the device',
    later: 'it was created after the message',
    alerts: 'it only delivers alerts',
  },
  noTriggers: 'none of its triggers is a message type',
  devices: {
    list: 'Devices that share a tag',
    triggeredBy: 'Messages that trigger it (%{direction})',
    count:
      '%{smart_count} device shares a tag with this connector. |||| %{smart_count} devices share a tag with this connector.',
    none: 'No device has one of its tags, so no message triggers it.',
    tagless: 'It has no tags, so it matches no device.',
    alerts: 'It only delivers alerts, so it needs no devices.',
    standstill: {
      disabled: 'It is disabled, so no message triggers it.',
      trigger: 'None of its triggers is a message type, so no message triggers it.',
    },
  },
  device: {
    title: 'Connectors',
    hint: 'Which connectors the next message of this device triggers.',
    list: 'Connectors of the device',
    none: 'No connector forwards the messages of this device.',
    triggers: 'Triggered by (%{direction})',
    not: 'Not triggered: %{reasons}.',
  },
  message: {
    title: 'Connectors',
    hint: 'Which connectors this message triggered, and why it did not trigger the others.',
    list: 'Connectors and this message',
    not: 'Not triggered: %{reasons}.',
    changed:
      "Not triggered, but it would be now: the connector or the device's tags have changed since, or its delivery hasn't started yet.",
    deleted: 'Deleted connector',
    outcomes: {
      delivered: 'Delivered',
      retry: 'Failed, will be retried',
      failed: 'Not delivered',
      cancelled: 'Nothing was sent: the function returned null',
    },
    attempt: 'attempt %{number}',
    status: 'status %{status}',
    delivery: 'Delivery',
    deliveryOf: 'Delivery to %{name}',
    test: 'Test with this message',
    testOf: 'Test %{name} with this message',
  },
  test: {
    label: 'Test a connector with this message',
    failed: 'The connectors could not be loaded',
  },
}
export default messages
