/** Milliseconds in which all connections are made anew at most once. */
const RENEWED_EVERY = 1000

/**
 * Whether the database can only be read, as far as this copy has noticed: it is a standby, or was told so. After a failover old
 * connections lead to one, so they are not used again.
 */
export class ReadOnly {
  #isSo = false
  #renewedAt = Number.NEGATIVE_INFINITY
  readonly #renewals: (() => void)[] = []

  /** @param tell gets the reason once when it begins, and null once when it ends */
  constructor(private readonly tell: (reason: string | null) => void) {}

  /** Renews connections when the database can only be read, and when it stores again. */
  onNotice(renew: () => void): void {
    this.#renewals.push(renew)
  }

  /** A statement was refused because of it, on a connection that was not to be renewed. */
  notice({ message }: Error): void {
    if (!this.#isSo) this.tell(message)
    this.#isSo = true
    if (performance.now() - this.#renewedAt < RENEWED_EVERY) return
    this.#renewedAt = performance.now()
    this.#renew()
  }

  /** Something was stored, or could have been: connections that were made before may still lead to what can only be read. */
  over(): void {
    if (!this.#isSo) return
    this.#isSo = false
    this.tell(null)
    this.#renew()
  }

  #renew() {
    for (const renew of this.#renewals) renew()
  }
}
