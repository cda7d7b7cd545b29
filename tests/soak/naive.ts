import { type AlertRule, STATE, step } from '#contract/alerts'

/** An episode that a rule found. Times are milliseconds since 1970. */
export interface Found {
  rule: string
  device: string
  since: number
  opened: number
  ended: number | null
  worst: number | null
}

export interface Reading {
  at: number
  value: number
}

/** Time in which a device is muted for a rule. */
export type MutedTime = readonly [from: number, to: number]

/** The first moment from a time on that is outside of all mutes. */
function firstOutside(times: readonly MutedTime[], time: number): number {
  let moment = time
  for (;;) {
    const muted = times.find(([from, to]) => from <= moment && moment < to)
    if (!muted) return moment
    ;[, moment] = muted
  }
}

interface Naive {
  found: Found
  /** Number of the message that ended it, counted from 0; null while it is open. */
  endedBy: number | null
}

/**
 * The episodes that a rule must find for a device, one step after the other. A condition that starts during a mute and
 * still holds at its end counts from that end.
 */
export function naive(
  { condition, id: rule }: AlertRule,
  device: string,
  readings: readonly Reading[],
  mutes: readonly MutedTime[],
): Naive[] {
  const all: Naive[] = []
  let state = STATE
  /** Since when it would be open without a mute. */
  let mutedSince: number | null = null
  const open = (opened: number, since: number, worst: number | null) =>
    all.push({ found: { rule, device, since, opened, ended: null, worst }, endedBy: null })
  const lookAgain = (until: number) => {
    if (mutedSince === null) return
    const at = firstOutside(mutes, mutedSince)
    if (at > until) return
    mutedSince = null
    state = { ...state, openedAt: at }
    open(at, state.since ?? at, state.worst)
  }
  for (const [i, one] of readings.entries()) {
    lookAgain(one.at)
    const next = step(condition, state, { now: one.at, input: one })
    state = next.state
    for (const change of next.changes) {
      const last = all.at(-1)
      if (change.kind === 'ended') {
        if (last?.endedBy !== null) continue
        last.endedBy = i
        Object.assign(last.found, { ended: change.at, worst: change.worst })
        continue
      }
      const at = firstOutside(mutes, change.at)
      if (at <= one.at) open(at, change.since, change.worst)
      else {
        mutedSince = change.at
        state = { ...state, openedAt: null }
      }
    }
    if (state.since === null) mutedSince = null
    const last = all.at(-1)
    if (last?.endedBy === null) last.found.worst = state.worst
  }
  lookAgain(Infinity)
  return all
}
