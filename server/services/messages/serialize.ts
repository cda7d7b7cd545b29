/** Runs pieces of work one after the other, in the order of the calls. */
export function serialize() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
}
