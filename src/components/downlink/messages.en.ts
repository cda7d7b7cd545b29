/** Texts about what is known of a downlink. Rules, "Downlinks". */
const messages = {
  outcome: 'Outcome',
  outcomes: { confirmed: 'Confirmed', refused: 'Refused', expired: 'Expired', replaced: 'Replaced' },
  short: {
    pending: 'Pending',
    expected: 'Pending, about %{time}',
    sent: 'Sent',
    handedOver: 'Handed over',
    awaits: 'Unconfirmed',
    awaitsAgain: 'Unconfirmed, attempt %{attempt}',
    cancelled: 'Cancelled',
  },
  long: {
    pending: 'At the next contact',
    expected: 'At the next contact, about %{time}',
    wasExpected: 'At the next contact, which was expected about %{time}',
    neverConfirms: 'Handed over %{time}; this device does not confirm',
    handedOver: 'Handed over %{time}; not confirmed',
    awaits: 'Handed over %{time}, waits for confirmation',
    awaitsAgain: 'Handed over %{time}, attempt %{attempt}, waits for confirmation',
    confirmed: 'Confirmed %{time}',
    refused: 'Refused %{time}',
    refusedFor: 'Refused %{time}: %{reason}',
    expired: 'Expired before the device made contact',
    expiredAfter: 'Expired without a confirmation; handed over %{time}',
    replaced: 'Replaced by a later message',
    cancelled: 'Cancelled',
    cancelledAfter: 'Cancelled after it was handed over',
  },
}
export default messages
