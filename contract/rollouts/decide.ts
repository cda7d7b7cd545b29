import { MINUTE } from '../common/durations'
import { NO_DEVICES, type StageCounts, type Trouble } from './member'
import type { Hold, Wait } from './rollout'
import { type Hours, openingAt, type Stage } from './stages'

/** What is known of a stage when a roll-out is decided on. Times are in milliseconds since 1970. */
export interface StageEvidence {
  counts: StageCounts
  troubles: Partial<Record<Trouble, number>>
  /** When the last of its devices concluded; null if none has. */
  settledAt: number | null
  startedAt: number | null
  /** Failures and troubles that a person has accepted by resuming. */
  accepted: { failed: number; troubled: number }
}

interface Situation {
  stages: readonly Stage[]
  /** The stage that it is in, counted from 0. */
  stage: number
  evidence: readonly StageEvidence[]
  hours: Hours | null
  atOnce: number | null
  now: number
}

/** What a roll-out does next. `order`: so many more devices of the stages so far. */
export type Decision =
  | { kind: 'order'; count: number; until: number | null }
  | { kind: 'next' }
  | { kind: 'finish' }
  | { kind: 'hold'; hold: Omit<Hold, 'at'> }
  | { kind: 'wait'; wait: { kind: Wait['kind']; until: number | null } }

/** Devices that have an order and no result yet. */
const underWay = ({ ordered, handed_over }: StageCounts): number => ordered + handed_over

/** Of these, the ones that are heard of: others take no place from devices that can do it. */
const inTouch = (counts: StageCounts): number => underWay(counts) - counts.absent - counts.lost

/** Whether a stage has shown nothing, because somebody has cancelled all of its orders. */
const isCancelled = ({ devices, cancelled }: StageCounts): boolean => devices > 0 && cancelled === devices

/** The first stage whose evidence is above its gate. */
function holdOf({ stages, stage, evidence }: Situation): Omit<Hold, 'at'> | null {
  for (const [number, { gate }] of stages.slice(0, stage + 1).entries()) {
    const found = evidence[number]
    if (!gate || !found) continue
    const { counts, accepted, troubles } = found
    const most = Math.max(gate.failed_max, accepted.failed)
    if (counts.failed > most)
      return { kind: 'failed', stage: number, count: counts.failed, limit: gate.failed_max, troubles: {} }
    if (counts.troubled > Math.max(gate.troubled_max, accepted.troubled))
      return { kind: 'troubled', stage: number, count: counts.troubled, limit: gate.troubled_max, troubles }
  }
  return null
}

/**
 * What a running roll-out does next, by counts alone: so deciding twice does no harm. It holds before it orders anything, so that no device
 * gets an order after the evidence against it.
 */
export function decide(situation: Situation): Decision {
  const { stages, stage, evidence, hours, atOnce, now } = situation
  const hold = holdOf(situation)
  if (hold) return { kind: 'hold', hold }
  const soFar = evidence.slice(0, stage + 1)
  const sum = (of: (counts: StageCounts) => number) =>
    soFar.reduce((total, { counts }) => total + of(counts), 0)
  const waiting = sum((counts) => counts.waiting)
  if (waiting > 0) {
    const { isOpen, until } = openingAt(hours, now)
    if (!isOpen) return { kind: 'wait', wait: { kind: 'hours', until } }
    const room = atOnce === null ? waiting : atOnce - sum(inTouch)
    if (room > 0) return { kind: 'order', count: Math.min(waiting, room), until }
    return { kind: 'wait', wait: { kind: 'devices', until: null } }
  }
  const isLast = stage >= stages.length - 1
  const open = sum(underWay)
  // Devices that were silent before the change say nothing about it, so the next stage does not wait for them if others do.
  const concluded = sum(({ unconfirmed, done, failed }) => unconfirmed + done + failed)
  const absent = concluded > 0 && !isLast ? sum((counts) => counts.absent) : 0
  // Of devices that are lost since the change, no result is expected; the gate has allowed them, or a person.
  const isSettled = open - sum(({ lost }) => lost) <= absent
  if (!isSettled) return { kind: 'wait', wait: { kind: 'devices', until: null } }
  if (isLast) return finishOrWatch(situation)
  const gate = stages[stage]?.gate
  if (!gate) return { kind: 'next' }
  if (gate.kind === 'person' || isCancelled(evidence[stage]?.counts ?? NO_DEVICES))
    return { kind: 'wait', wait: { kind: 'person', until: null } }
  const until = gateUntil(situation)
  return until <= now ? { kind: 'next' } : { kind: 'wait', wait: { kind: 'gate', until } }
}

/** When the wait of the current stage's gate ends. */
function gateUntil({ stages, stage, evidence, now }: Situation): number {
  const { settledAt = null, startedAt = null } = evidence[stage] ?? {}
  return (settledAt ?? startedAt ?? now) + (stages[stage]?.gate?.minutes ?? 0) * MINUTE
}

/** The last stage is watched for as long as its gate says, and then the roll-out is done. */
function finishOrWatch(situation: Situation): Decision {
  const { stages, stage, now } = situation
  const until = stages[stage]?.gate ? gateUntil(situation) : now
  return until <= now ? { kind: 'finish' } : { kind: 'wait', wait: { kind: 'gate', until } }
}

/** The rhythm of the devices of a stage that have no result yet. */
export interface StageRhythm {
  /** Seconds within which nearly all of them are expected to have contact; null if there are none. */
  contactWithin: number | null
}

/**
 * When a roll-out is expected to be done (ms since 1970); null while that depends on a person. Devices take what is ordered at their next
 * contact, and their result comes with the one after it.
 */
export function expectedEnd(
  { stages, stage, evidence, hours, now }: Situation,
  rhythms: readonly StageRhythm[],
): number | null {
  let end = now
  for (const [number, { gate }] of stages.entries()) {
    if (number < stage) continue
    const opening = openingAt(hours, end)
    if (!opening.isOpen && opening.until !== null && (evidence[number]?.counts.waiting ?? 0) > 0)
      end = opening.until
    end += (rhythms[number]?.contactWithin ?? 0) * 1000
    const isLast = number === stages.length - 1
    if (gate?.kind === 'person' && !isLast) return null
    end += (gate?.minutes ?? 0) * MINUTE
  }
  return end
}
