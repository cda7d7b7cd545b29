const FIRST = 1000
const LONGEST = 30_000
/** Share of a delay that chance may take away, so that many consoles don't come back at the same moment. */
const JITTER = 0.25

/**
 * Time until the next probe in milliseconds: 1 s, 2 s, 4 s … 30 s, less up to a quarter.
 * @param attempt number of probes that failed so far
 * @param chance 0 to 1
 */
export function probeDelay(attempt: number, chance: number): number {
  return Math.min(LONGEST, FIRST * 2 ** attempt) * (1 - JITTER * chance)
}
