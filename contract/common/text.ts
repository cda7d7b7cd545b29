/**
 * Text without accents and in lower case, for comparing names and for suggesting them; the same for all forms of Unicode. The database has
 * the same expression, `folded`, which writes the Greek final sigma as any other.
 */
export const foldText = (text: string): string =>
  text
    .replace(/[^\0-\x7f]+/g, (part) => part.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** Replaces a secret that is not shown. */
export const HIDDEN = '••••••'

/** Length of a text in bytes of UTF-8. */
export function byteLength(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
