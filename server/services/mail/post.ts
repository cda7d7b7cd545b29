/** The e-mails of this copy of the server. */
export interface Post {
  /** Address of the server for people, without a slash at its end. */
  address: () => string
  /** Tells the worker of this copy that an e-mail is due, so that it looks at once. Call it after the commit. */
  wake: () => void
  /** Sets who is told. */
  onWake: (listener: () => void) => void
}

/** Opens the post. @param address see `Post` */
export function openPost(address: () => string): Post {
  let listener: (() => void) | undefined
  return {
    address,
    wake: () => listener?.(),
    onWake: (next) => {
      listener = next
    },
  }
}
