/** Alerts of a rule that open within this many seconds of the last one become one alert. */
const TOGETHER_SECONDS = 900

const TOGETHER = 1000 * TOGETHER_SECONDS

/** The times, in milliseconds since 1970, between which devices joined an alert. */
export interface Joined {
  from: number
  to: number
}

/** The alert, among those of a rule, that an episode with this opening time belongs to. */
export const alertAt = <Outage extends Joined>(outages: readonly Outage[], at: number): Outage | undefined =>
  outages.find(({ from, to }) => at >= from - TOGETHER && at <= to + TOGETHER)

/** Widens an alert by an episode that joins it. */
export function joinAlert(outage: Joined, at: number): void {
  outage.from = Math.min(outage.from, at)
  outage.to = Math.max(outage.to, at)
}

/** Number of alerts that these episodes form: an episode that opens while an alert is open joins it. */
export function countAlerts(episodes: readonly { openedAt: number; endedAt: number | null }[]): number {
  let count = 0
  // An episode joins the last alert or none: it opens too late for those before.
  let last = { to: -Infinity, until: -Infinity }
  for (const { openedAt, endedAt } of episodes.toSorted((a, b) => a.openedAt - b.openedAt)) {
    const until = endedAt ?? Infinity
    const joins = openedAt < last.until && openedAt <= last.to + TOGETHER
    if (!joins) count++
    last = { to: openedAt, until: joins ? Math.max(last.until, until) : until }
  }
  return count
}
