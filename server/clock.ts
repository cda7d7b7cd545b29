import { CLOCK_TOLERANCE } from '#contract/admin'
import type { Db } from './db/database'

const SECOND = 1000
const MINUTE = 60 * SECOND
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const

/**
 * The time by the database's clock, which all copies of the server share: what a copy stores, deletes or lets expire does not
 * depend on the clock of its machine.
 */
export class Clock {
  #ahead = 0

  /** @param local the clock of this machine, in milliseconds since 1970 */
  constructor(private readonly local: () => number = Date.now) {}

  readonly now = (): Date => new Date(this.local() - this.#ahead)

  /** Milliseconds that the clock of this machine was ahead of the database's when they were last compared. */
  get ahead(): number {
    return this.#ahead
  }

  /** Compares the two clocks; a second or what the answer took is no difference. Errors: those of the database. */
  async compare({ $client }: Db): Promise<void> {
    const asked = this.local()
    const { rows } = await $client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    )
    const [{ ms } = { ms: asked }] = rows
    const answered = this.local()
    const ahead = Math.round((asked + answered) / 2 - ms)
    this.#ahead = Math.abs(ahead) > Math.max(SECOND, answered - asked) ? ahead : 0
  }

  /**
   * Compares them for what deletes for ever: another copy may have the right time.
   * @throws Error when the clock of this machine is wrong
   */
  async requireRight(db: Db): Promise<void> {
    await this.compare(db)
    if (this.fault !== null) throw new Error(this.fault)
  }

  /** What is wrong with the clock of this machine, in a sentence; null when it is right. */
  get fault(): string | null {
    const difference = Math.abs(this.#ahead)
    if (difference <= CLOCK_TOLERANCE * SECOND) return null
    const [unit, length] = UNITS.find(([, least]) => difference >= least) ?? (['minute', MINUTE] as const)
    const count = Math.round(difference / length)
    const where = this.#ahead > 0 ? 'ahead of' : 'behind'
    return `the clock of this machine is ${count} ${unit}${count === 1 ? '' : 's'} ${where} the database's`
  }
}
