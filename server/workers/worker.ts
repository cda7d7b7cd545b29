/** A worker that runs until it is stopped. */
export interface Worker {
  /** Resolves when the current work is done. */
  stop: () => Promise<void>
}
