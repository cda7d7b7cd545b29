/** Makes what runs pieces of work one after the other, in the order in which they were asked for. */
export function serialize() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
}
