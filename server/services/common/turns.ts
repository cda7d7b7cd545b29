type Work<Result> = () => Promise<Result>

/** What does work of a call whose caller is not known before it, when it is the turn of whose share it takes. */
export interface Turns {
  ofAddress: <Result>(work: Work<Result>) => Promise<Result>
  ofSpace: <Result>(spaceId: string, work: Work<Result>) => Promise<Result>
}

/** At once, for callers within the server. */
export const AT_ONCE: Turns = { ofAddress: (work) => work(), ofSpace: (_, work) => work() }
