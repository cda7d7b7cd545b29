/** JSON text from the database, sent without parsing. */
export class JsonText {
  /** @param version of the record, if it has one */
  constructor(
    readonly text: string,
    readonly version?: number,
  ) {}
}

/** JSON in pieces that is too long for memory. */
export class JsonStream {
  constructor(readonly pieces: AsyncIterable<string>) {}
}

/** SQL text of a time in the contract's format: UTC, ISO-8601 with milliseconds and Z. */
export const isoTime = (expression: string) =>
  `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
