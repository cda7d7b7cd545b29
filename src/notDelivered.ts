import { WAITING_COUNTED_MAX } from '#contract/connectors'

/** A number of deliveries, or "1,000+" if the count stopped at the maximum. */
export const countedText = (count: number, numberText: (number: number) => string): string =>
  count > WAITING_COUNTED_MAX ? `${numberText(WAITING_COUNTED_MAX)}+` : numberText(count)

/** Delivery filters: not delivered in the last 24 hours, and waiting for a retry. */
export const NOT_DELIVERED = {
  filter: JSON.stringify({ state: ['failed'], attempted_at: { relative: '24h' } }),
}
export const RETRIED = { filter: JSON.stringify({ state: ['pending'], outcome: ['failed'] }) }
