import { reasonOf } from '../errors'
import type { Log } from '../log'

/** Milliseconds in which all connections are made anew at most once. */
const RENEWED_EVERY = 1000

/**
 * Whether the database can only be read, as far as this copy has noticed: it is a standby, or was told so. After a failover old
 * connections lead to one, so they are not used again. The log says once when it begins, and once when it ends.
 */
export class ReadOnly {
  #isSo = false
  #renewedAt = Number.NEGATIVE_INFINITY
  readonly #renewals: (() => void)[] = []

  constructor(private readonly log: Log) {}

  /** Renews connections when the database can only be read. */
  onNotice(renew: () => void): void {
    this.#renewals.push(renew)
  }

  /** A statement was refused because of it. */
  notice(error: unknown): void {
    if (!this.#isSo)
      this.log.error('the database can only be read, so nothing is stored until that ends', {
        error: reasonOf(error),
      })
    this.#isSo = true
    if (performance.now() - this.#renewedAt < RENEWED_EVERY) return
    this.#renewedAt = performance.now()
    for (const renew of this.#renewals) renew()
  }

  /** Something was stored, or could have been. */
  over(): void {
    if (this.#isSo) this.log.info('the database stores again')
    this.#isSo = false
  }
}
