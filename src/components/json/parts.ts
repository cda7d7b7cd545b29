/** Most characters of one part. */
const PART = 20_000

/** Cuts a text into parts of at most PART characters: after the end of a line where there is one, never within a character. */
export function partsOf(text: string): { start: number; text: string }[] {
  const parts = []
  for (let start = 0; start < text.length; ) {
    const limit = start + PART
    const lineEnd = limit < text.length ? text.lastIndexOf('\n', limit - 1) + 1 : text.length
    const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
    const end = lineEnd > start ? lineEnd : limit - Number(isHalf)
    parts.push({ start, text: text.slice(start, end) })
    start = end
  }
  return parts
}
