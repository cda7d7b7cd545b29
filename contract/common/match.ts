import { foldText } from './text'

const SEPARATOR = '\\s!-/:-@[-`{-~'

/** How uFuzzy searches, on the server and in the console: in a word one letter may be wrong, missing, too many or swapped. */
export const MATCHING = {
  intraMode: 1 as const,
  intraSlice: [0, Number.POSITIVE_INFINITY] as [number, number],
  intraChars: `[^${SEPARATOR}]`,
  interSplit: `[${SEPARATOR}]+`,
  // “sensor12” also matches “sensor 12”.
  intraSplit: '(?<=[a-z]{2})[a-z]\\d',
}

/** Longest word that is searched with an error; a longer one would take a second. */
const LONGEST = 40

/** The part of uFuzzy that is used. */
interface Fuzzy {
  split(text: string): string[]
  filter(texts: string[], word: string, among?: number[]): number[] | null
}

/** The text by which a thing is found: its name and more. */
export const searchedText = (fields: readonly string[]): string => foldText(`\t${fields.join('\t')}\t`)

/**
 * Indexes of the texts that contain all typed words, in any order. The best come first: the same field, its beginning,
 * then the more of the words begin a word there or have no error. Case and accents do not count.
 * @param texts as `searchedText` makes them
 */
export function findMatches(fuzzy: Fuzzy, typed: string, texts: string[]): number[] {
  const wanted = foldText(typed.replaceAll('"', ' ').trim())
  const words = [...new Set(fuzzy.split(wanted))].map((word) => ({
    word,
    begin: new RegExp(`[${SEPARATOR}]${word}`),
  }))
  if (words.length === 0) return []
  let found: number[] | undefined
  for (const { word } of words)
    found = fuzzy.filter(texts, word.length > LONGEST ? `"${word}"` : word, found) ?? []
  const scoreOf = (text: string) => {
    if (text.includes(`\t${wanted}\t`)) return 0
    if (text.includes(`\t${wanted}`)) return 1
    const faults = words.map(({ word, begin }) => (begin.test(text) ? 0 : text.includes(word) ? 1 : 2))
    return faults.reduce<number>((sum, fault) => sum + fault, 2)
  }
  return (found ?? [])
    .map((place) => ({ place, score: scoreOf(texts[place] ?? '') }))
    .toSorted((a, b) => a.score - b.score)
    .map(({ place }) => place)
}
