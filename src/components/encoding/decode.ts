/** Encodings without a mark, in which spreadsheets save text with accents; only a person can say which one it is. */
export const LEGACY = ['windows-1250', 'windows-1252'] as const
type LegacyEncoding = (typeof LEGACY)[number]

/** The same text in one of these encodings, with the lines by which a person recognises it. */
export interface Candidate {
  encoding: LegacyEncoding
  text: string
  sample: readonly string[]
}

/** What the bytes of a file are: text, one of several texts, or nothing that could be read without a loss. */
type Decoded = { text: string } | { candidates: readonly Candidate[] } | { damaged: true }

const DAMAGED = { damaged: true } as const

/** Lines, and characters of each, that a sample shows. */
const SAMPLE = { lines: 3, length: 60 }

/** Bytes at the start that show whether every other one is zero. */
const PROBED = 1000

const MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const

/** UTF-16 without a mark: in Latin text, every other byte is zero. */
function isUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const probed = bytes.subarray(0, PROBED)
  const zeros = [0, 1].map((at) => probed.filter((byte, index) => byte === 0 && index % 2 === at).length)
  const [high = 0, low = 0] = zeros
  const many = probed.length / 4
  if (low > many && high === 0) return 'utf-16le'
  return high > many && low === 0 ? 'utf-16be' : null
}

/** Decodes without replacing anything; null if the bytes are not of this encoding. */
function strictText(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

// oxlint-disable-next-line no-control-regex -- these characters are what it looks for
const hasControls = (text: string) => /[\u0000\u0080-\u009f]/.test(text)

/** A replacement character stands for a letter that another program has lost, and no text has zeros. */
const whole = (text: string | null): Decoded =>
  text === null || text.includes('\uFFFD') || text.includes('\0') ? DAMAGED : { text }

const candidateOf = (encoding: LegacyEncoding, bytes: Uint8Array): Candidate[] => {
  const text = new TextDecoder(encoding).decode(bytes)
  const sample = text
    .split(/\r\n|\r|\n/)
    .filter((line) => /[\u0080-\uffff]/.test(line))
    .slice(0, SAMPLE.lines)
    .map((line) => line.slice(0, SAMPLE.length))
  return hasControls(text) ? [] : [{ encoding, text, sample }]
}

/**
 * Reads a file: UTF-8 with or without a mark, UTF-16 by its mark or its zeros, else text in one of the older encodings, from
 * which a person chooses. Never replaces a letter. Rules, "Files".
 */
export function decode(bytes: Uint8Array): Decoded {
  const mark = MARKS.find((one) => one.bytes.every((byte, index) => bytes[index] === byte))
  const encoding = mark?.encoding ?? isUtf16(bytes) ?? 'utf-8'
  const text = strictText(encoding, bytes)
  if (mark || encoding !== 'utf-8' || text !== null) return whole(text)
  const candidates = LEGACY.flatMap((one) => candidateOf(one, bytes))
  return candidates.length === 0 ? DAMAGED : { candidates }
}

/**
 * The text of a file of which only digits count, so that it does not matter which letters it has. Errors: no text.
 */
export async function digitsText(file: File): Promise<string> {
  const decoded = decode(new Uint8Array(await file.arrayBuffer()))
  if ('text' in decoded) return decoded.text
  const [first] = 'candidates' in decoded ? decoded.candidates : []
  if (!first) throw new Error('The file is damaged')
  return first.text
}
