import { transferIdSchema } from '#contract/sims'

/** The content of the transfer dialog's lines. */
interface TransferLines {
  /** Each id once, in order. */
  ids: readonly string[]
  /** Numbers of lines without an id, from 1. Empty lines count but are valid. Rules, "SIM cards". */
  wrong: readonly number[]
  /** Number of ids that repeat an earlier line. */
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
