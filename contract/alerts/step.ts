import { DAY } from '../common/durations'
import {
  type Condition,
  type ConditionOf,
  isOfValue,
  type SilenceCondition,
  type ValueCondition,
} from './condition'

/** Milliseconds within which boots are counted. */
export const BOOTS_WITHIN = DAY

/** The state that a rule remembers for a device or one of its values. Times are milliseconds since 1970. */
export interface AlertState {
  /** Time of the last reading or of the last contact of the device. */
  at: number | null
  value: number | null
  /** Since when the condition has been met, and in how many readings. */
  since: number | null
  readings: number
  /** When an alert was opened, if it is open. */
  openedAt: number | null
  /** The value that was furthest beyond the threshold, since it began. */
  worst: number | null
  /** Times of the last boots, as many as a rule of boots counts. */
  boots?: readonly number[]
}

/** The initial state. */
export const STATE: AlertState = {
  at: null,
  value: null,
  since: null,
  readings: 0,
  openedAt: null,
  worst: null,
}

/**
 * An input of a rule: a value, a contact or a boot of the device. For a rule about failures, the value is above 0 while it fails; for one
 * about waiting, it is the creation time of the oldest waiting delivery, in milliseconds since 1970, or 0 if none waits.
 */
export interface RuleInput {
  at: number
  value?: number
}

/** A change of an alert. */
export type Change =
  | { kind: 'opened'; at: number; since: number; worst: number | null }
  | { kind: 'ended'; at: number; worst: number | null }

/** How often a device sends, and after what time it is late, in seconds; null while unknown. */
export interface Rhythm {
  usual: number | null
  late: number | null
}
export const NO_RHYTHM: Rhythm = { usual: null, late: null }

/** The state after a step, and the changes in it. */
export interface Step {
  state: AlertState
  changes: Change[]
}

/**
 * Milliseconds of silence after which an alert opens; null while the rhythm of the device is unknown.
 * @param usual seconds between two contacts
 */
export function patienceOf(
  condition: SilenceCondition | ConditionOf<'missing'>,
  usual: number | null,
): number | null {
  if (condition.kind !== 'late') return 1000 * condition.seconds
  return usual === null ? null : 1000 * condition.intervals * usual
}

/**
 * Opens an alert if the condition has been met long enough until `now`, or until an input arrives: an input at the moment when the alert is
 * due comes in time.
 */
function wait(
  state: AlertState,
  since: number | null,
  patience: number | null,
  { now, input }: { now: number; input?: RuleInput | undefined },
): Step {
  const due = since === null || patience === null ? null : since + patience
  const isDue = due !== null && (input ? due < input.at : due <= now)
  if (since === null || !isDue || state.openedAt !== null) return { state, changes: [] }
  return {
    state: { ...state, since, openedAt: due },
    changes: [{ kind: 'opened', at: due, since, worst: null }],
  }
}

const endOf = ({ openedAt }: AlertState, at: number): Change[] =>
  openedAt === null ? [] : [{ kind: 'ended', at, worst: null }]

/** A step of a condition on absence: of a device, or one of its values. */
function stayAway(
  state: AlertState,
  patience: number | null,
  now: number,
  input: RuleInput | undefined,
): Step {
  const waited = wait(state, state.at, patience, { now, input })
  if (!input) return waited
  const { at } = input
  return { state: { ...STATE, at }, changes: [...waited.changes, ...endOf(waited.state, at)] }
}

/** A step of a condition on a single failure. */
function fail(state: AlertState, input: RuleInput | undefined): Step {
  if (!input) return { state, changes: [] }
  const { at, value = 0 } = input
  if (value > 0) return wait({ ...state, at }, at, 0, { now: at })
  return { state: { ...STATE, at }, changes: endOf(state, at) }
}

/** A step of a condition on continued failure. */
function keepFailing(
  { seconds }: ConditionOf<'connectorFails'>,
  state: AlertState,
  now: number,
  input: RuleInput | undefined,
): Step {
  const waited = wait(state, state.since, 1000 * seconds, { now, input })
  if (!input) return waited
  const { at, value = 0 } = input
  if (value > 0) return { ...waited, state: { ...waited.state, at, since: state.since ?? at } }
  return { state: { ...STATE, at }, changes: [...waited.changes, ...endOf(waited.state, at)] }
}

/** A step of a condition on waiting. An alert goes on while the oldest waiting item is old enough, whichever it is. */
function lag(
  { seconds }: ConditionOf<'connectorBehind'>,
  state: AlertState,
  now: number,
  input: RuleInput | undefined,
): Step {
  const patience = 1000 * seconds
  const waited = wait(state, state.since, patience, { now, input })
  if (!input) return waited
  const { at, value = 0 } = input
  const since = value > 0 ? value : null
  if (waited.state.openedAt !== null && since !== null && at - since >= patience)
    return { ...waited, state: { ...waited.state, at } }
  return { state: { ...STATE, at, since }, changes: [...waited.changes, ...endOf(waited.state, at)] }
}

/** A step of a condition on boots. If one boot leaves the window when another one happens, the alert goes on. */
function boot(
  { times }: ConditionOf<'boots'>,
  state: AlertState,
  now: number,
  input: RuleInput | undefined,
): Step {
  const { boots = [], openedAt } = state
  const over = boots.length < times ? null : (boots[0] ?? now) + BOOTS_WITHIN
  const isOver = openedAt !== null && over !== null && (input ? over < input.at : over <= now)
  const rested: Step = isOver
    ? { state: { ...STATE, at: state.at, boots }, changes: endOf(state, over) }
    : { state, changes: [] }
  if (!input) return rested
  const { at } = input
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

/** Whether a value meets the condition. An open alert ends at its `end`. */
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

/** The one of two values that is further beyond the threshold. */
const worse = ({ kind }: ValueCondition, a: number, b: number) =>
  kind === 'below' ? Math.min(a, b) : kind === 'above' ? Math.max(a, b) : b

/** How long it has to last: readings, and milliseconds. */
const lastingOf = (condition: ValueCondition) => {
  if (condition.kind === 'jump') return { readings: 1, time: 0 }
  if (condition.kind === 'unchanged') return { readings: 1, time: 1000 * condition.seconds }
  return { readings: condition.readings, time: 1000 * condition.seconds }
}

/** The fraction of its usual interval by which a device may be early or late. */
const JITTER = 0.1

/** By how many milliseconds an interval may deviate. */
const jitterOf = (time: number, { usual }: Rhythm) =>
  usual === null ? 0 : JITTER * Math.min(time, 1000 * usual)

/**
 * When an alert opens without further input, in milliseconds since 1970: the last value lasts until its device is late. Null if that is too
 * soon, or the condition is not met.
 */
export function opensAt(condition: Condition, state: AlertState, { late }: Rhythm): number | null {
  if ((condition.kind !== 'above' && condition.kind !== 'below') || condition.seconds === 0) return null
  const { at, since, readings, openedAt } = state
  if (since === null || at === null || late === null || openedAt !== null) return null
  const due = since + 1000 * condition.seconds
  return readings >= condition.readings && due <= at + 1000 * late ? due : null
}

/** Opens an alert of a value that lasts until a time. */
function last(condition: ValueCondition, state: AlertState, until: number, rhythm: Rhythm): Step {
  const due = opensAt(condition, state, rhythm)
  const { since, worst } = state
  if (due === null || since === null || due > until) return { state, changes: [] }
  return { state: { ...state, openedAt: due }, changes: [{ kind: 'opened', at: due, since, worst }] }
}

function measure(
  condition: ValueCondition,
  before: AlertState,
  { at, value }: Required<RuleInput>,
  rhythm: Rhythm,
): Step {
  // Another value at the moment when the alert is due comes in time.
  const { state, changes } = last(condition, before, at - 1, rhythm)
  if (!holds(condition, state, value)) {
    if (state.openedAt !== null) changes.push({ kind: 'ended', at, worst: state.worst })
    // Written out, because a preview takes this step for millions of values.
    return { state: { at, value, since: null, readings: 0, openedAt: null, worst: null }, changes }
  }
  // A value has been the same since the reading before.
  const begin = condition.kind === 'unchanged' ? (state.at ?? at) : at
  const since = state.since ?? begin
  const readings = state.readings + 1
  const worst = state.worst === null ? value : worse(condition, state.worst, value)
  const lasting = lastingOf(condition)
  const lasts = at - since >= lasting.time - jitterOf(lasting.time, rhythm)
  const opens = state.openedAt === null && readings >= lasting.readings && lasts
  if (opens) changes.push({ kind: 'opened', at, since, worst })
  return {
    state: { at, value, since, readings, openedAt: opens ? at : state.openedAt, worst },
    changes,
  }
}

/**
 * Applies the next input to a rule's state, or the absence of input until `now`. The preview of a rule and the running rule both are this
 * function, one step after the other. Input that is not newer than the last one changes nothing.
 */
export function step(
  condition: Condition,
  state: AlertState,
  { now, input, rhythm = NO_RHYTHM }: { now: number; input?: RuleInput | undefined; rhythm?: Rhythm },
): Step {
  if (input && state.at !== null && input.at <= state.at) return { state, changes: [] }
  if (isOfValue(condition)) {
    if (!input) return last(condition, state, now, rhythm)
    const { at, value } = input
    return value === undefined ? { state, changes: [] } : measure(condition, state, { at, value }, rhythm)
  }
  switch (condition.kind) {
    case 'boots':
      return boot(condition, state, now, input)
    case 'firmwareFailed':
      return fail(state, input)
    case 'connectorFails':
      return keepFailing(condition, state, now, input)
    case 'connectorBehind':
      return lag(condition, state, now, input)
    case 'silent':
    case 'late':
    case 'missing':
      return stayAway(state, patienceOf(condition, rhythm.usual), now, input)
  }
}

/**
 * Fewest seconds from the first matching value until an alert opens; null if the rule is not about values.
 * @param usual seconds between two values
 */
export function earliestOf(condition: Condition, usual: number): number | null {
  if (condition.kind === 'above' || condition.kind === 'below')
    return Math.max(condition.seconds, (condition.readings - 1) * usual)
  if (condition.kind !== 'unchanged') return null
  const time = 1000 * condition.seconds
  return Math.ceil((time - jitterOf(time, { usual, late: null })) / (1000 * usual)) * usual
}
