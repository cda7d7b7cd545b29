/** JSON that the database made; it is answered as it is, because parsing it would only cost time. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** JSON that is too long to be held whole, in pieces. */
export class JsonStream {
  constructor(readonly pieces: AsyncIterable<string>) {}
}

/** SQL of a time as the contract writes it: UTC, ISO-8601 with milliseconds and Z. */
export const isoTime = (expression: string) =>
  `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
