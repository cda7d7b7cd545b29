import { foldText } from './text'

/** Characters between words. The database uses them as well. */
export const SEPARATORS = '[\\s!-/:-@[-`{-~]+'
const separators = new RegExp(SEPARATORS, 'g')
/** Longest word that is searched with an error; a longer one would take a second. */
const LONGEST = 40

/** Stands between fields: not a separator, and in no text. */
const FIELD = '\x1f'

/** A text without case and accents. Two spaces are between words, so that they are not taken for a wrong letter. */
const spaced = (text: string) => foldText(text).replace(separators, '  ')

/** The text by which a thing is found: its name and other fields. The database makes the same for devices. */
export const searchedText = (fields: readonly string[]): string =>
  spaced(`${FIELD} ${fields.join(` ${FIELD} `)} ${FIELD}`)

/** A parsed search. */
export interface Wanted {
  /** The first is in a searched text if a field is the same, the second if a field begins so. */
  same: string
  begin: string
  words: string[]
}

/** Parses what a person has typed; undefined if it has no words. */
export function wantedOf(typed: string): Wanted | undefined {
  const text = spaced(typed).trim()
  // “sensor12” also matches “sensor 12”.
  const words = [
    ...new Set(
      text
        .replace(/(?<=[^\d ]{3})(?=\d)/g, ' ')
        .split(/ +/)
        .filter(Boolean),
    ),
  ]
  const begin = `${FIELD}  ${text}`
  return words.length > 0 ? { same: `${begin}  ${FIELD}`, begin, words } : undefined
}

/** The words by which a list is filtered, folded; each of them must be found. */
export const wordsOf = (text: string): string[] => [...new Set(foldText(text).split(/\s+/).filter(Boolean))]

/** A word as a searched text has it: what is between its separators follows each other there. */
export const partOfSearched = (word: string): string => spaced(word).trim()

/** Variants of a part, which has only letters or only digits. */
function withError(part: string): string[] {
  if (part.length < 3 || /\d/.test(part)) return [part]
  const isShort = part.length < 5
  // In a short word the first letter is right.
  const places = Array.from({ length: part.length }, (_, place) => place).slice(isShort ? 1 : 0)
  const at = (place: number, put: string, taken: number) =>
    part.slice(0, place) + put + part.slice(place + taken)
  return [
    part,
    ...places.slice(0, -1).map((place) => at(place, `${part[place + 1]}${part[place]}`, 2)),
    ...(part.length > 3 ? places.map((place) => at(place, '_', 0)) : []),
    ...(isShort ? [] : places.flatMap((place) => [at(place, '_', 1), at(place, '', 1)])),
  ]
}

/**
 * How a word may be written with at most one error: a letter that is wrong, missing, extra or swapped, but not in short words and never in
 * numbers. `_` is any one letter, as in SQL's `like`; words have no such sign.
 */
export function variantsOf(word: string): string[] {
  if (word.length > LONGEST) return [word]
  const [, begin = '', part = ''] = /^(.*?)(\D*)$/s.exec(word) ?? []
  return [...new Set(withError(part).map((variant) => begin + variant))]
}

/** How well a text matches, 0 best: the same field, its beginning, then by how many of the words begin a word there or have no error. */
const scoreOf = (text: string, { same, begin, words }: Wanted) => {
  if (text.includes(same)) return 0
  if (text.includes(begin)) return 1
  const faults = words.map((word) => (text.includes(` ${word}`) ? 0 : text.includes(word) ? 1 : 2))
  return faults.reduce<number>((sum, fault) => sum + fault, 2)
}

/**
 * Indexes of the texts that contain all typed words, in any order, the best first. Case and accents do not count.
 * @param texts made by `searchedText`
 */
export function findMatches(typed: string, texts: readonly string[]): number[] {
  const wanted = wantedOf(typed)
  if (!wanted) return []
  const patterns = wanted.words.map((word) => {
    const variants = variantsOf(word).map((variant) => variant.replaceAll('_', '\\S'))
    return new RegExp(variants.join('|'))
  })
  return texts
    .flatMap((text, place) =>
      patterns.every((pattern) => pattern.test(text)) ? [{ place, score: scoreOf(text, wanted) }] : [],
    )
    .toSorted((a, b) => a.score - b.score)
    .map(({ place }) => place)
}
