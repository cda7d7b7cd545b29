import { crc32 } from 'node:zlib'

const NEWLINE = 10
/** Keeps sums exact in a number. */
const MODULUS = 2 ** 48

/**
 * Counts rows in COPY text, and adds up the CRC-32 of each: a checksum that does not depend on their order, so that the rows of a database
 * can be compared with those of a file.
 */
export class Tally {
  rows = 0
  #sum = 0

  /** Adds whole lines. */
  add(lines: Buffer): void {
    for (let from = 0; from < lines.length; ) {
      // Text without a final line break, which no file of ours has, counts as a line too.
      const end = lines.indexOf(NEWLINE, from) + 1 || lines.length
      this.#sum = (this.#sum + crc32(lines.subarray(from, end))) % MODULUS
      this.rows++
      from = end
    }
  }

  get checksum(): string {
    return this.#sum.toString(16).padStart(12, '0')
  }
}

/** Cuts COPY text into blocks of whole lines of about that many bytes. */
export async function* blocksOf(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    held.push(bytes)
    length += bytes.length
    const end = length < size ? 0 : bytes.lastIndexOf(NEWLINE) + 1
    if (end === 0) continue
    const rest = bytes.length - end
    yield Buffer.concat(held, length - rest)
    held = rest > 0 ? [bytes.subarray(end)] : []
    length = rest
  }
  if (length > 0) yield Buffer.concat(held, length)
}
