import { foldText } from './text'

/** How well a text matches what was typed: the lower, the better. Above `typo` it has so many errors. */
export const MATCH = { whole: 0, start: 1, word: 2, part: 3, words: 4, typo: 5 } as const

/** What is searched of one thing. */
export interface Searched {
  /** Its name and what else it is found by, one a line. */
  text: string
  /** In lower case; found by its beginning, from `ID_LENGTH` characters. */
  id?: string
}

export interface Match<Item> {
  item: Item
  /** See `MATCH`. */
  score: number
}

/** Least number of characters that an id is found by. */
const ID_LENGTH = 4
/** Length of words that nearly every text has somewhere. */
const SHORT = 3
/** Different letters that the quick test tells apart. */
const LETTERS = 128

const PLAIN = /^[\n\x20-\x7e]*$/
const SEPARATORS = /[\s!-/:-@[-`{-~]+/

const fold = (text: string) => (PLAIN.test(text) ? text.toLowerCase() : foldText(text))

const isSeparator = (code: number) =>
  code < 48 || (code > 57 && code < 65) || (code > 90 && code < 97) || (code > 122 && code < 128)

const startsWord = (text: string, at: number) =>
  !isSeparator(text.charCodeAt(at)) && (at === 0 || isSeparator(text.charCodeAt(at - 1)))

/** The same text, its beginning, a word's beginning, a part; `typo` when a text does not hold it. */
function scoreOf(wanted: string, text: string): number {
  let score: number = MATCH.typo
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (at > 0 && text[at - 1] !== '\n') {
      score = Math.min(score, startsWord(text, at) ? MATCH.word : MATCH.part)
      continue
    }
    const end = text[at + wanted.length]
    if (end === undefined || end === '\n') return MATCH.whole
    score = MATCH.start
  }
  return score
}

/** Whether a text holds a word; of a short one, whether a word of the text begins with it. */
function holds(text: string, word: string): boolean {
  if (word.length > SHORT) return text.includes(word)
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (startsWord(text, at)) return true
  return false
}

/** How many letters of a word may be wrong. Numbers differ by little, so of them only long ones may be. */
function errorsAllowed(word: string): number {
  if (/^\d+$/.test(word)) return word.length < 6 ? 0 : 1
  return word.length <= SHORT ? 0 : word.length < 6 ? 1 : 2
}

/**
 * The fewest letters that are wrong, missing, too many or swapped between a word and what a line has from a place on;
 * more than `most` when there are more.
 */
function errorsAt(word: string, text: string, from: number, most: number): number {
  const end = text.indexOf('\n', from)
  const width = Math.min((end === -1 ? text.length : end) - from, word.length + most)
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= word.length; row++) {
    const current = Array.from({ length: width + 1 }, () => most + 1)
    current[0] = row
    let least = row
    for (let column = Math.max(1, row - most); column <= Math.min(width, row + most); column++) {
      const [letter, other] = [word[row - 1], text[from + column - 1]]
      const isSwapped = row > 1 && column > 1 && letter === text[from + column - 2] && other === word[row - 2]
      const errors = Math.min(
        (last[column - 1] ?? 0) + (letter === other ? 0 : 1),
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        isSwapped ? (before[column - 2] ?? 0) + 1 : most + 1,
      )
      current[column] = errors
      least = Math.min(least, errors)
    }
    if (least > most) return least
    before = last
    last = current
  }
  return Math.min(...last)
}

/**
 * Quickly tells whether a word may be anywhere in a text with so many errors; `errorsAt` tells for one place. Myers'
 * algorithm with swapped letters by Hyyrö, on the bits of a number. Letters that share bits only let more texts pass.
 */
function quickTest(word: string, most: number): (text: string) => boolean {
  const letters = new Int32Array(LETTERS)
  const length = Math.min(word.length, 30)
  for (let row = 0; row < length; row++) {
    const letter = word.charCodeAt(row) % LETTERS
    letters[letter] = (letters[letter] ?? 0) | (1 << row)
  }
  const lastRow = 1 << (length - 1)
  return (text) => {
    let up = -1
    let down = 0
    let same = 0
    let before = 0
    let errors = length
    for (let column = 0; column < text.length; column++) {
      const equal = letters[text.charCodeAt(column) % LETTERS] ?? 0
      const swapped = ((~same & equal) << 1) & before
      same = (((equal & up) + up) ^ up) | equal | down | swapped
      const right = down | ~(same | up)
      if (right & lastRow) errors++
      else if (same & up & lastRow) errors--
      if (errors <= most) return true
      down = (right << 1) & same
      up = ((same & up) << 1) | ~(same | (right << 1))
      before = equal
    }
    return false
  }
}

/** How many errors a word has in the best place of a text; more than `most` when it is in none. */
function wordTest(word: string, most: number): (text: string) => number {
  const mayHold = quickTest(word, most)
  return (text) => {
    if (holds(text, word)) return 0
    let fewest = most + 1
    if (most === 0 || !mayHold(text)) return fewest
    for (let at = 0; at < text.length; at++)
      if (startsWord(text, at)) fewest = Math.min(fewest, errorsAt(word, text, at, most))
    return fewest
  }
}

/** All errors of the words in a text, of each at most as many as it may have; infinite when one is not there. */
function typoTest(words: readonly string[], most: number): (text: string) => number {
  const tests = words.map((word) => {
    const allowed = Math.min(most, errorsAllowed(word))
    return { allowed, errorsIn: wordTest(word, allowed) }
  })
  return (text) => {
    let sum = 0
    for (const { allowed, errorsIn } of tests) {
      const errors = errorsIn(text)
      if (errors > allowed) return Number.POSITIVE_INFINITY
      sum += errors
    }
    return sum
  }
}

const nameIn = (text: string) => text.slice(0, (text.indexOf('\n') + 1 || text.length + 1) - 1)

/** The best matches so far; of equal ones the shorter names come first. */
class Best<Item> {
  readonly rows: (Match<Item> & { name: string })[] = []

  constructor(readonly limit: number) {}

  get isFull() {
    return this.rows.length === this.limit
  }

  add(item: Item, score: number, text: string) {
    const last = this.rows.at(-1)
    if (this.isFull && last && score > last.score) return
    const name = nameIn(text)
    const isWorse = (other: Match<Item> & { name: string }) => {
      if (other.score !== score) return other.score > score
      return other.name.length === name.length ? other.name > name : other.name.length > name.length
    }
    if (this.isFull && last && !isWorse(last)) return
    const place = this.rows.findIndex(isWorse)
    this.rows.splice(place === -1 ? this.rows.length : place, 0, { item, score, name })
    if (this.rows.length > this.limit) this.rows.pop()
  }
}

/**
 * What matches the typed text, best first: the same text, its beginning, a word's beginning, a part, all words in any
 * order; where these are fewer than the limit, also words with one or two letters wrong, missing or swapped. Case and
 * accents do not count.
 */
export function findMatches<Item>(
  typed: string,
  items: readonly Item[],
  searched: (item: Item) => Searched,
  limit: number,
): Match<Item>[] {
  const wanted = fold(typed.trim())
  if (wanted === '') return []
  const words = wanted.split(SEPARATORS).filter(Boolean)
  const best = new Best<Item>(limit)
  let others: { item: Item; text: string }[] = []
  for (const item of items) {
    const { text: given, id } = searched(item)
    const text = fold(given)
    const isId = id !== undefined && wanted.length >= ID_LENGTH && id.startsWith(wanted)
    let score = isId ? MATCH.whole : scoreOf(wanted, text)
    if (score === MATCH.typo && words.length > 1 && words.every((word) => holds(text, word)))
      score = MATCH.words
    if (score < MATCH.typo) best.add(item, score, text)
    else others.push({ item, text })
  }
  const mostErrors = Math.max(0, ...words.map(errorsAllowed))
  for (let most = 1; most <= mostErrors && !best.isFull; most++) {
    const errorsIn = typoTest(words, most)
    const left: typeof others = []
    for (const other of others) {
      if (best.isFull) break
      const errors = errorsIn(other.text)
      if (errors === Number.POSITIVE_INFINITY) left.push(other)
      else best.add(other.item, MATCH.typo + errors, other.text)
    }
    others = left
  }
  return best.rows.map(({ item, score }) => ({ item, score }))
}
