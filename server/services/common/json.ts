/** JSON text from the database, sent as it is, without parsing. */
export class JsonText {
  /** @param version of the record, where it is one that has a version */
  constructor(
    readonly text: string,
    readonly version?: number,
  ) {}
}

/** JSON that is too long to be held in memory, in pieces. */
export class JsonStream {
  constructor(readonly pieces: AsyncIterable<string>) {}
}

/** SQL text of a time in the contract's format: UTC, ISO-8601 with milliseconds and Z. */
export const isoTime = (expression: string) =>
  `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
