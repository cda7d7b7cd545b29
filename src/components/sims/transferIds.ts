import { transferIdSchema } from '#contract/sims'

/** What the lines of the transfer dialog hold. */
export interface TransferLines {
  /** Every id once, in their order. */
  ids: readonly string[]
  /** Numbers of the lines without an id, from 1; empty lines count, but are not wrong. Rules, "SIM cards". */
  wrong: readonly number[]
  /** How many ids are repetitions of an earlier line. */
  repeated: number
}

const isId = (line: string) => transferIdSchema.safeParse(line).success

/** Reads the ids of SIMs to transfer, one per line. */
export function readTransferLines(text: string): TransferLines {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const right = lines.filter(isId)
  const ids = [...new Set(right)]
  const wrong = lines.flatMap((line, index) => (line === '' || isId(line) ? [] : [index + 1]))
  return { ids, wrong, repeated: right.length - ids.length }
}
