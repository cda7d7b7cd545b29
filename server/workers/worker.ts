/** A worker that runs until it is stopped. */
export interface Worker {
  /** Resolves when the work at hand is done. */
  stop: () => Promise<void>
}
