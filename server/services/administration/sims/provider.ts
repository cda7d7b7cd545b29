import { type Sim, type SimChanges, simChangesSchema } from '#contract/sims'

/**
 * Why a provider did not do what it was asked.
 * - `missing`: it has no such SIM
 * - `refused`: it refused, and has changed nothing
 * - `unreachable`: it never got the call
 * - `unanswered`: it did not answer, or not in a way that can be read or trusted. It may have made the change.
 */
export type SimFailure = 'missing' | 'refused' | 'unreachable' | 'unanswered'

/** The provider did not do what it was asked. The sentence is read by people, before ‘for’ and an id. */
export class SimProviderError extends Error {
  constructor(
    readonly failure: SimFailure,
    sentence: string,
  ) {
    super(sentence)
  }
}

/** Digits of an IMSI without its last, and of an ICCID without its check digit. */
const IMSI_DIGITS = 14
const ICCID_DIGITS = 19

/** Whether a text is an ICCID; otherwise it is an IMSI. */
export const isIccid = (id: string): boolean => id.length >= ICCID_DIGITS

const isSameUpTo = (length: number, a: string, b: string) =>
  a === b || ((a.length === length || b.length === length) && a.slice(0, length) === b.slice(0, length))

/**
 * Whether an id names a SIM. An ICCID may have a check digit as its twentieth digit, so one of 19 digits names the one of 20 that begins
 * with it, and the other way round. An IMSI of 14 digits names the one of 15 in the same way.
 */
export function isSimOf(id: string, { imsi, iccid }: Pick<Sim, 'imsi' | 'iccid'>): boolean {
  if (isIccid(id)) return iccid !== null && isSameUpTo(ICCID_DIGITS, id, iccid)
  return imsi !== null && isSameUpTo(IMSI_DIGITS, id, imsi)
}

/** Fields of a SIM that can be changed. */
export const CHANGEABLE = simChangesSchema.keyof().options

/** Fields of a SIM that differ from the wanted values; empty and missing are the same. */
export const differing = (sim: Sim, changes: SimChanges): (keyof SimChanges)[] =>
  CHANGEABLE.filter(
    (field) => changes[field] !== undefined && (changes[field] || null) !== (sim[field] || null),
  )
