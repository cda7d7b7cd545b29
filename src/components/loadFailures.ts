const failures = new WeakSet<object>()

/** Takes note of the parts of the console that could not be fetched, as happens to old pages after a deployment. */
export function watchLoadFailures() {
  window.addEventListener('vite:preloadError', ({ payload }) => failures.add(payload))
}

/** Whether the error is that of a part that could not be fetched. */
export const isLoadFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error)
