import {
  type AlertState,
  type Condition,
  NO_RHYTHM,
  type Rhythm,
  type RuleInput,
  STATE,
  step,
} from '#contract/alerts'
import type { Rest } from '../../background/slices'
import type { Subject } from '../episodes'

/** Devices that are read at a time, and about how many of their values. */
export const DEVICES = 100
export const VALUES = 200_000
/** Steps that an input takes for each condition; see `inSlices`. */
export const STEPS_PER_INPUT = 4
/** Most alerts that a preview looks for, as it shows no more. */
const FOUND_MAX = 20_000

/** What would have been an alert. Times are milliseconds since 1970. */
export type Found = Subject & {
  since: number
  openedAt: number
  endedAt: number | null
  worst: number | null
}

/** What is followed in a space, and the times between which it is. */
export interface Past {
  spaceId: string
  /** Ids of devices or connectors. */
  ids: readonly string[]
  after: number
  before: number
  rest: Rest
}

/** Follows one subject step by step, as a rule does when it runs. */
class Follower {
  #state: AlertState = STATE
  #open: Found | null = null

  constructor(
    readonly condition: Condition,
    readonly subject: Subject,
    readonly rhythm: Rhythm,
    readonly found: Found[],
  ) {}

  /** Goes on at a time when the device sent without a pause before. */
  goOn(at: number) {
    this.#state = { ...STATE, at }
  }

  advance(now: number, input?: RuleInput) {
    const { state, changes } = step(this.condition, this.#state, { now, input, rhythm: this.rhythm })
    this.#state = state
    for (const change of changes) {
      if (change.kind === 'opened') {
        this.#open = {
          ...this.subject,
          since: change.since,
          openedAt: change.at,
          endedAt: null,
          worst: change.worst,
        }
        this.found.push(this.#open)
      } else if (this.#open) {
        Object.assign(this.#open, { endedAt: change.at, worst: change.worst })
        this.#open = null
      }
    }
    if (this.#open) this.#open.worst = state.worst
  }
}

/** What several conditions would have found. */
export interface Followed {
  /** By condition. */
  found: Found[][]
  /** Whether there was more than was looked for. */
  isCut: boolean
}

/** Follows one subject after the other for several conditions together. */
export class Followers {
  /** By condition. */
  readonly found: Found[][]
  #current: Follower[] = []

  constructor(readonly conditions: readonly Condition[]) {
    this.found = conditions.map(() => [])
  }

  get isFull(): boolean {
    return this.found.some(({ length }) => length > FOUND_MAX)
  }

  begin(subject: Subject, rhythm = NO_RHYTHM) {
    this.#current = this.conditions.map(
      (condition, i) => new Follower(condition, subject, rhythm, this.found[i] ?? []),
    )
  }

  goOn(at: number) {
    for (const follower of this.#current) follower.goOn(at)
  }

  advance(now: number, input?: RuleInput) {
    for (const follower of this.#current) follower.advance(now, input)
  }
}

/** Devices or connectors that are read together if all have about as much data. */
export function* partsOfIds(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += DEVICES) yield ids.slice(start, start + DEVICES)
}
