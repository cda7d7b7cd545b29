const PAGE = 64 * 1024
/** How far around what is in use is kept as well, in pages: variables that are zero until they are needed. */
const MARGIN = 2

/**
 * Remembers what is in a memory, and answers what puts all of it back, byte for byte. Left out are what nobody has used
 * yet: the depth of the engine's stack, which is the longest stretch of zeros, and all behind the last byte in use.
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
    // A memory that has grown has another buffer.
    const now = new Uint8Array(memory.buffer)
    for (const { at, content } of parts) now.set(content, at)
  }
}

/** Numbers of the pages that hold anything but zeros. */
function pagesInUse(buffer: ArrayBuffer): number[] {
  const pages = Array.from({ length: buffer.byteLength / PAGE }, (_, page) => page)
  return pages.filter((page) => !isZero(new Int32Array(buffer, page * PAGE, PAGE / 4)))
}

/** A plain loop: it is run over 16 MB at each start. */
function isZero(words: Int32Array): boolean {
  for (let index = 0; index < words.length; index += 1) if (words[index] !== 0) return false
  return true
}
