/** Asks the person to confirm their identity; resolves with whether they did. Never fails. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined
/** The last result and its time, in milliseconds since 1970. */
let last: { isConfirmed: boolean; at: number } | undefined

/**
 * Lets a call that needs a recent sign-in succeed: the console asks the person to confirm, and the client repeats the
 * call. If several calls wait, the person is asked once.
 */
export const confirmation = {
  /** Registers the asker; returns a function that removes it. */
  askWith(asker: Ask): () => void {
    ask = asker
    return () => {
      if (ask === asker) ask = undefined
    }
  },

  /**
   * Whether the person has confirmed their identity since a call was sent (milliseconds since 1970). Asks them unless
   * they have answered since then. Null if nobody can ask.
   */
  async since(sentAt: number): Promise<boolean | null> {
    if (last && last.at >= sentAt) return last.isConfirmed
    if (!ask) return null
    asking ??= ask()
      .then((isConfirmed) => {
        last = { isConfirmed, at: Date.now() }
        return isConfirmed
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  },
}
