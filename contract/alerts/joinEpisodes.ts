/** Alerts of a rule that open within so many seconds of the last one are one. */
export const TOGETHER_SECONDS = 900

const TOGETHER = 1000 * TOGETHER_SECONDS

/** The times, in milliseconds since 1970, between which devices joined an alert. */
export interface Joined {
  from: number
  to: number
}

/** The alert, of those of a rule, that something belongs to which opened at a time. */
export const alertAt = <Outage extends Joined>(outages: readonly Outage[], at: number): Outage | undefined =>
  outages.find(({ from, to }) => at >= from - TOGETHER && at <= to + TOGETHER)

/** Widens an alert by what joins it. */
export function joinAlert(outage: Joined, at: number): void {
  outage.from = Math.min(outage.from, at)
  outage.to = Math.max(outage.to, at)
}

/** Of how many alerts these are: what opens while an alert is open joins it. */
export function countAlerts(episodes: readonly { openedAt: number; endedAt: number | null }[]): number {
  let count = 0
  // What opens joins the last alert or none: it opens too late for those before.
  let last = { to: -Infinity, until: -Infinity }
  for (const { openedAt, endedAt } of episodes.toSorted((a, b) => a.openedAt - b.openedAt)) {
    const until = endedAt ?? Infinity
    const joins = openedAt < last.until && openedAt <= last.to + TOGETHER
    if (!joins) count++
    last = { to: openedAt, until: joins ? Math.max(last.until, until) : until }
  }
  return count
}
