/** Milliseconds within which all connections are renewed at most once. */
const RENEWED_EVERY = 1000

/**
 * Whether the database is read-only, as far as this copy has noticed: it is a standby, or set to it. After a failover old connections lead
 * to one, so they are not used again.
 */
export class ReadOnly {
  #isSo = false
  #renewedAt = Number.NEGATIVE_INFINITY
  readonly #renewals: (() => void)[] = []

  /** @param onChange gets the reason once when it begins, and null once when it ends */
  constructor(private readonly onChange: (reason: string | null) => void) {}

  /** Renews connections when the database becomes read-only, and when it stores again. */
  onNotice(renew: () => void): void {
    this.#renewals.push(renew)
  }

  /** A statement was refused for this reason, on a connection that is not being renewed. */
  notice({ message }: Error): void {
    if (!this.#isSo) this.onChange(message)
    this.#isSo = true
    if (performance.now() - this.#renewedAt < RENEWED_EVERY) return
    this.#renewedAt = performance.now()
    this.#renew()
  }

  /** Something was stored, or could have been: older connections may still lead to a read-only database. */
  over(): void {
    if (!this.#isSo) return
    this.#isSo = false
    this.onChange(null)
    this.#renew()
  }

  #renew() {
    for (const renew of this.#renewals) renew()
  }
}
