const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Limits of a JSON text. */
export interface ShapeLimits {
  /** Levels of nested lists and objects. */
  levels: number
  /** Commas and opening brackets: about as many as it has values. */
  marks: number
}

/**
 * The limit that a JSON text exceeds, if any. It counts in one pass, before anything is parsed, because anyone may have written the text;
 * it need not be valid.
 */
export function excessOf(json: string, limits: ShapeLimits): keyof ShapeLimits | null {
  let [levels, marks] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) at = endOfString(json, at)
    else if (character === LIST_END || character === OBJECT_END) levels--
    else if (character === COMMA || character === LIST || character === OBJECT) {
      if (character !== COMMA && ++levels > limits.levels) return 'levels'
      if (++marks > limits.marks) return 'marks'
    }
  }
  return null
}

/** The index of the quotation mark that ends the string which begins there; the end of the text without one. */
export function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

const isSpace = (character: string) => character !== '' && character <= ' '
const isOpening = (character: string) => character === '{' || character === '['
/** Whether a character ends an object or a list. */
export const isClosing = (character: string) => character === '}' || character === ']'

/** The index of the next character that is no white space. */
export function pastSpace(text: string, begin: number): number {
  let at = begin
  while (isSpace(text.charAt(at))) at++
  return at
}

/** The index behind a number, true, false or null. */
function endOfWord(text: string, start: number): number {
  let at = start
  for (; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === ',' || isClosing(character) || isSpace(character)) break
  }
  return at
}

/** The index behind the value that begins there. Without recursion, because anyone may have written the text. */
export function endOfValue(text: string, start: number): number {
  if (text.charAt(start) === '"') return endOfString(text, start) + 1
  if (!isOpening(text.charAt(start))) return endOfWord(text, start)
  let levels = 0
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') at = endOfString(text, at)
    else if (isOpening(character)) levels++
    else if (isClosing(character) && --levels === 0) return at + 1
  }
  return text.length
}

const NUMBER = /[-+.\deE]+/y

/** The numbers of a JSON text as they are written. */
function* numbersIn(json: string): Generator<string> {
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) at = endOfString(json, at)
    if (character !== MINUS && (character < ZERO || character > NINE)) continue
    NUMBER.lastIndex = at
    const [number = ''] = NUMBER.exec(json) ?? []
    yield number
    at += number.length - 1
  }
}

function hasNumber(json: string, isSuch: (number: string) => boolean): boolean {
  for (const number of numbersIn(json)) if (isSuch(number)) return true
  return false
}

/** JavaScript can represent all numbers with fewer digits in a row. */
const LONG = /\d{16}/

/** Whether a JSON text has a number that JavaScript would write with other digits. */
export const losesDigits = (json: string): boolean =>
  // Most texts have no long number at all, which this finds faster.
  LONG.test(json) && hasNumber(json, (number) => LONG.test(number) && String(Number(number)) !== number)

/**
 * Matches part of every number that JavaScript cannot represent: a large exponent, or very many digits. Each run of digits is read once,
 * however many there are.
 */
const EXTREME = /e[-+]?0*[1-9]\d\d|(?<!\d)\d{200}/i

const isTooSmall = (number: string) => Number(number) === 0 && /^[-0.]*[1-9]/.test(number)
const isTooLarge = (number: string) => Math.abs(Number(number)) === Infinity

/** Whether a JSON text has a number that JavaScript would read as zero, although it is not, or as infinite. */
export const hasTooExtreme = (json: string): boolean =>
  EXTREME.test(json) && hasNumber(json, (number) => isTooSmall(number) || isTooLarge(number))
