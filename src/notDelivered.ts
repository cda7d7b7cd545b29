import { WAITING_COUNTED_MAX } from '#contract/connectors'

/** How many deliveries there are, of which no more were counted: "1,000+". */
export const countedText = (count: number, numberText: (number: number) => string): string =>
  count > WAITING_COUNTED_MAX ? `${numberText(WAITING_COUNTED_MAX)}+` : numberText(count)

/** Filters of the list of deliveries: what was not delivered in the last 24 hours, and what is tried again. */
export const NOT_DELIVERED = {
  filter: JSON.stringify({ state: ['failed'], attempted_at: { relative: '24h' } }),
}
export const RETRIED = { filter: JSON.stringify({ state: ['pending'], outcome: ['failed'] }) }
