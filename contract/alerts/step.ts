import {
  type Condition,
  type ConditionOf,
  isOfValue,
  type SilenceCondition,
  type ValueCondition,
} from './condition'

/** Boots are counted within so many milliseconds. */
export const BOOTS_WITHIN = 86_400_000

/** What a rule remembers of a device, or of one of its values. Times are milliseconds since 1970. */
export interface AlertState {
  /** The last reading, or when the device was last heard from. */
  at: number | null
  value: number | null
  /** Since when it is as the rule waits for, and in how many readings. */
  since: number | null
  readings: number
  /** When an alert was opened, if it is open. */
  openedAt: number | null
  /** The value that was furthest beyond, since it began. */
  worst: number | null
  /** When the device booted the last times, as often as a rule of boots counts. */
  boots?: readonly number[]
}

/** Before anything was heard. */
export const STATE: AlertState = {
  at: null,
  value: null,
  since: null,
  readings: 0,
  openedAt: null,
  worst: null,
}

/**
 * What a rule hears of: a value, or that a device was heard from or has booted. Of a rule of what fails the value is above 0 while
 * it fails.
 */
export interface Heard {
  at: number
  value?: number
}

/** What happens to an alert. */
export type Change =
  | { kind: 'opened'; at: number; since: number; worst: number | null }
  | { kind: 'ended'; at: number; worst: number | null }

/** What is so after a step, and what happened in it. */
export interface Step {
  state: AlertState
  changes: Change[]
}

/**
 * After how many milliseconds without a word an alert opens; null while the rhythm of the device is not known.
 * @param usual seconds between two contacts
 */
export function patienceOf(
  condition: SilenceCondition | ConditionOf<'missing'>,
  usual: number | null,
): number | null {
  if (condition.kind !== 'late') return 1000 * condition.seconds
  return usual === null ? null : 1000 * condition.intervals * usual
}

/** Opens an alert of what has been so since a time, and lasts until `now`. */
function wait(state: AlertState, since: number | null, patience: number | null, now: number): Step {
  const due = since === null || patience === null ? null : since + patience
  if (since === null || due === null || state.openedAt !== null || now < due) return { state, changes: [] }
  return {
    state: { ...state, since, openedAt: due },
    changes: [{ kind: 'opened', at: due, since, worst: null }],
  }
}

/** Ends an alert, if one is open. */
const endOf = ({ openedAt }: AlertState, at: number): Change[] =>
  openedAt === null ? [] : [{ kind: 'ended', at, worst: null }]

/** What stays away: a device, or one of its values. */
function stayAway(state: AlertState, patience: number | null, now: number, heard: Heard | undefined): Step {
  const waited = wait(state, state.at, patience, heard?.at ?? now)
  if (!heard) return waited
  const { at } = heard
  return { state: { ...STATE, at }, changes: [...waited.changes, ...endOf(waited.state, at)] }
}

/** What fails once. */
function fail(state: AlertState, heard: Heard | undefined): Step {
  if (!heard) return { state, changes: [] }
  const { at, value = 0 } = heard
  if (value > 0) return wait({ ...state, at }, at, 0, at)
  return { state: { ...STATE, at }, changes: endOf(state, at) }
}

/** What keeps failing. */
function keepFailing(
  { seconds }: ConditionOf<'connectorFails'>,
  state: AlertState,
  now: number,
  heard: Heard | undefined,
): Step {
  const waited = wait(state, state.since, 1000 * seconds, heard?.at ?? now)
  if (!heard) return waited
  const { at, value = 0 } = heard
  if (value > 0) return { ...waited, state: { ...waited.state, at, since: state.since ?? at } }
  return { state: { ...STATE, at }, changes: [...waited.changes, ...endOf(waited.state, at)] }
}

/** What boots. Of two boots of which one is forgotten when the other happens, the alert goes on. */
function boot(
  { times }: ConditionOf<'boots'>,
  state: AlertState,
  now: number,
  heard: Heard | undefined,
): Step {
  const { boots = [], openedAt } = state
  const over = boots.length < times ? null : (boots[0] ?? now) + BOOTS_WITHIN
  const isOver = openedAt !== null && over !== null && (heard ? over < heard.at : over <= now)
  const rested: Step = isOver
    ? { state: { ...STATE, at: state.at, boots }, changes: endOf(state, over) }
    : { state, changes: [] }
  if (!heard) return rested
  const { at } = heard
  const last = [...boots, at].slice(-times)
  const [first = at] = last
  const next = { ...rested.state, at, boots: last }
  const isSo = last.length === times && at - first < BOOTS_WITHIN
  if (!isSo || next.openedAt !== null) return { state: next, changes: rested.changes }
  return {
    state: { ...next, since: first, openedAt: at },
    changes: [...rested.changes, { kind: 'opened', at, since: first, worst: null }],
  }
}

/** Whether a value is as the rule waits for. An alert that is open ends where its `end` is. */
function holds(condition: ValueCondition, { value: before, openedAt }: AlertState, value: number): boolean {
  switch (condition.kind) {
    case 'above':
      return value > (openedAt === null ? condition.limit : (condition.end ?? condition.limit))
    case 'below':
      return value < (openedAt === null ? condition.limit : (condition.end ?? condition.limit))
    case 'unchanged':
      return value === before
    case 'jump':
      return before !== null && Math.abs(value - before) > condition.by
  }
}

/** Of two values the one that is further beyond. */
const worse = ({ kind }: ValueCondition, a: number, b: number) =>
  kind === 'below' ? Math.min(a, b) : kind === 'above' ? Math.max(a, b) : b

/** How long it has to be so: readings, and milliseconds. */
const lastingOf = (condition: ValueCondition) => {
  if (condition.kind === 'jump') return { readings: 1, time: 0 }
  if (condition.kind === 'unchanged') return { readings: 1, time: 1000 * condition.seconds }
  return { readings: condition.readings, time: 1000 * condition.seconds }
}

function measure(condition: ValueCondition, state: AlertState, at: number, value: number): Step {
  if (!holds(condition, state, value)) {
    const changes: Change[] = state.openedAt === null ? [] : [{ kind: 'ended', at, worst: state.worst }]
    // Written out: a trial takes this step for millions of values.
    return { state: { at, value, since: null, readings: 0, openedAt: null, worst: null }, changes }
  }
  // A value has been the same since the reading before.
  const begin = condition.kind === 'unchanged' ? (state.at ?? at) : at
  const since = state.since ?? begin
  const readings = state.readings + 1
  const worst = state.worst === null ? value : worse(condition, state.worst, value)
  const lasting = lastingOf(condition)
  const opens = state.openedAt === null && readings >= lasting.readings && at - since >= lasting.time
  return {
    state: { at, value, since, readings, openedAt: opens ? at : state.openedAt, worst },
    changes: opens ? [{ kind: 'opened', at, since, worst }] : [],
  }
}

/**
 * What a rule makes of the next thing that it hears, or of having heard nothing until `now`. The trial of a rule and the rule at work
 * are both this function, one step after the other. What is not newer than what was heard before changes nothing.
 * @param usual seconds between two contacts of the device; null while they are not known
 */
export function step(
  condition: Condition,
  state: AlertState,
  { now, heard, usual = null }: { now: number; heard?: Heard | undefined; usual?: number | null },
): Step {
  if (heard && state.at !== null && heard.at <= state.at) return { state, changes: [] }
  if (isOfValue(condition))
    return heard?.value === undefined
      ? { state, changes: [] }
      : measure(condition, state, heard.at, heard.value)
  switch (condition.kind) {
    case 'boots':
      return boot(condition, state, now, heard)
    case 'firmwareFailed':
      return fail(state, heard)
    case 'connectorFails':
      return keepFailing(condition, state, now, heard)
    case 'silent':
    case 'late':
    case 'missing':
      return stayAway(state, patienceOf(condition, usual), now, heard)
  }
}
