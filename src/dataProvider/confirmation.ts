/** Asks the person to show once more who they are; resolves with whether they did. Never fails. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined
/** The last answer; when it came, in milliseconds since 1970. */
let last: { isConfirmed: boolean; at: number } | undefined

/**
 * What stands between a call that needs a recent sign-in and its failure: a part of the console asks the person, and the
 * client makes the call again. While several calls wait, the person is asked once.
 */
export const confirmation = {
  /** Says who asks; returns what takes that back. */
  askWith(asker: Ask): () => void {
    ask = asker
    return () => {
      if (ask === asker) ask = undefined
    }
  },

  /**
   * Whether the person has shown who they are since a call was sent, in milliseconds since 1970; they are asked unless they
   * have answered in the meantime. Null when nobody can ask.
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
