/** A ref that focuses an input as it appears: the person has just asked for it. */
export const focusAtOnce = (input: HTMLInputElement | null) => input?.focus()
