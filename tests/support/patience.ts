/** Milliseconds for which a test waits for what it expects to see; generous, because a slow machine is not an error. */
export const PATIENCE = 30_000
