import { CLOCK_TOLERANCE } from '#contract/admin'
import { MINUTE, SECOND } from '#contract/common/durations'
import type { Db } from './db/database'

const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const

/**
 * The time by the database's clock, which all copies of the server share: what a copy stores, deletes or lets expire does not depend on the
 * clock of its machine. Between two comparisons it goes by a monotonic clock, so that a step of the machine's own clock is noticed
 * immediately.
 */
export class Clock {
  /** Added to the monotonic clock. */
  #offset: number
  /** How far the machine's clock was ahead at the last comparison. */
  #noted = 0
  #db: Db | undefined
  #isComparing = false

  /**
   * @param local the clock of this machine, in milliseconds since 1970
   * @param steady a monotonic clock, in milliseconds
   */
  constructor(
    private readonly local: () => number = Date.now,
    private readonly steady: () => number = () => performance.now(),
  ) {
    this.#offset = local() - steady()
  }

  readonly now = (): Date => {
    if (Math.abs(this.#ahead - this.#noted) > SECOND) this.#compareSoon()
    return new Date(this.steady() + this.#offset)
  }

  get #ahead() {
    return this.local() - this.steady() - this.#offset
  }

  /** Milliseconds that the clock of this machine is ahead of the database's; up to a second counts as none. */
  get ahead(): number {
    const ahead = Math.round(this.#ahead)
    return Math.abs(ahead) > SECOND ? ahead : 0
  }

  /** The machine's clock was set, or the machine slept, which a monotonic clock may not count. */
  #compareSoon() {
    const db = this.#db
    if (!db || this.#isComparing) return
    this.#isComparing = true
    void this.compare(db)
      .catch(() => undefined)
      .finally(() => (this.#isComparing = false))
  }

  /** Compares the two clocks; a second, or the time of the answer, counts as no difference. Rejects with errors of the database. */
  async compare(db: Db): Promise<void> {
    this.#db = db
    const [asked, askedHere] = [this.steady(), this.local()]
    const { rows } = await db.$client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    )
    const answered = this.steady()
    const own = this.local() - answered
    // The machine's clock was set meanwhile, or the machine slept.
    if (Math.abs(askedHere - asked - own) > SECOND) return this.compare(db)
    const offset = (rows[0]?.ms ?? own + answered) - (asked + answered) / 2
    this.#offset = Math.abs(own - offset) > Math.max(SECOND, answered - asked) ? offset : own
    this.#noted = this.#ahead
  }

  /**
   * Compares them before permanent deletions: another copy may have the right time.
   * @throws Error if the clock of this machine is wrong
   */
  async requireRight(db: Db): Promise<void> {
    await this.compare(db)
    if (this.fault !== null) throw new Error(this.fault)
  }

  /** The fault of the clock of this machine, in a sentence; null if it is right. */
  get fault(): string | null {
    const { ahead } = this
    const difference = Math.abs(ahead)
    if (difference <= CLOCK_TOLERANCE * SECOND) return null
    const [unit, length] = UNITS.find(([, least]) => difference >= least) ?? (['minute', MINUTE] as const)
    const count = Math.round(difference / length)
    const where = ahead > 0 ? 'ahead of' : 'behind'
    return `the clock of this machine is ${count} ${unit}${count === 1 ? '' : 's'} ${where} the database's`
  }
}
