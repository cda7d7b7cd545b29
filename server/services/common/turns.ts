type Work<Result> = () => Promise<Result>

/** Turns of a call whose caller is not known before its work: the sender of a message. */
export interface Turns {
  /** Does work that gathers what several calls want; an address has a bounded number of such calls. */
  withAddress: <Result>(work: Work<Result>) => Promise<Result>
  /** The same for those of a space. */
  withSpace: <Result>(spaceId: string, work: Work<Result>) => Promise<Result>
  /** Looks for what several calls want at once, when it is the turn of such work. */
  ofDevices: <Result>(work: Work<Result>) => Promise<Result>
  /** Does what several calls of a space want at once, when it is the space's turn. */
  ofSpace: <Result>(spaceId: string, work: Work<Result>) => Promise<Result>
}
