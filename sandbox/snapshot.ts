const PAGE = 64 * 1024
/** Pages to keep on both sides of pages in use: they may hold variables that are still zero. */
const MARGIN = 2

/**
 * Copies a memory and returns a function that restores it, byte for byte. Unused memory is not copied: the free part of
 * the engine's stack, which is the longest run of zeros, and everything after the last used byte.
 */
export function takeSnapshot(memory: WebAssembly.Memory): () => void {
  const bytes = new Uint8Array(memory.buffer)
  const used = pagesInUse(memory.buffer)
  const gaps = used.map((page, index) => ({ page, length: (used[index + 1] ?? page) - page }))
  const stack = gaps.reduce((longest, gap) => (gap.length > longest.length ? gap : longest))
  const last = (used.at(-1) ?? 0) + 1
  const parts = [
    { from: 0, to: Math.min(last, stack.page + MARGIN) },
    { from: Math.max(0, stack.page + stack.length - MARGIN), to: last + MARGIN },
  ].map(({ from, to }) => ({ at: from * PAGE, content: bytes.slice(from * PAGE, to * PAGE) }))
  return () => {
    // A memory that grows gets a new buffer.
    const now = new Uint8Array(memory.buffer)
    for (const { at, content } of parts) now.set(content, at)
  }
}

/** Indexes of the pages that are not all zeros. */
function pagesInUse(buffer: ArrayBuffer): number[] {
  const pages = Array.from({ length: buffer.byteLength / PAGE }, (_, page) => page)
  return pages.filter((page) => !isZero(new Int32Array(buffer, page * PAGE, PAGE / 4)))
}

/** A plain loop, because it runs over 16 MB at each start. */
function isZero(words: Int32Array): boolean {
  for (let index = 0; index < words.length; index += 1) if (words[index] !== 0) return false
  return true
}
