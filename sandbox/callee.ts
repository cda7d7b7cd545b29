import { BEFORE_VALUE, endsValue, type Token, tokensOf } from './tokens'

const OPENINGS = new Set(['(', '[', '{'])
const CLOSINGS = new Set([')', ']', '}'])
/** Longest name of a function that an error shows, in characters. */
const SHOWN = 80

/** Index of the opening bracket of a closing one; -1 if there is none. */
function openingOf(tokens: readonly Token[], closing: number): number {
  let depth = 0
  for (let index = closing; index >= 0; index -= 1) {
    const text = tokens[index]?.text ?? ''
    if (CLOSINGS.has(text)) depth += 1
    if (OPENINGS.has(text)) depth -= 1
    if (depth === 0) return index
  }
  return -1
}

/** Index of the first token of an expression of members and calls, given its last; -1 if it is another expression. */
function beginOf(tokens: readonly Token[], last: number): number {
  const textAt = (index: number) => tokens[index]?.text ?? ''
  let index = last
  for (;;) {
    const isGroup = CLOSINGS.has(textAt(index))
    if (isGroup) index = openingOf(tokens, index)
    if (index < 0 || textAt(index) === '{' || !(isGroup || endsValue(textAt(index)))) return -1
    const before = textAt(index - 1)
    if (before === '.' || before === '?.') index -= 2
    else if (isGroup && endsValue(before)) index -= 1
    else return index
  }
}

/** Index of the last call in a `return`, which is where the engine reports such a call. */
function returnedCall(tokens: readonly Token[], start: number): number {
  let [depth, found] = [0, -1]
  for (let index = start + 1; index < tokens.length; index += 1) {
    const [before = '', text = ''] = [tokens[index - 1]?.text, tokens[index]?.text]
    const isNext = endsValue(before) && /^[\p{L}_$"']/u.test(text) && !BEFORE_VALUE.has(text)
    if (depth === 0 && (text === ';' || CLOSINGS.has(text) || isNext)) break
    if (depth === 0 && text === '(' && endsValue(before)) found = index
    if (OPENINGS.has(text)) depth += 1
    if (CLOSINGS.has(text)) depth -= 1
  }
  return found
}

/**
 * The function that is called at a place of a script, as it is written there: `job.device.nam`.
 * @param index where the engine reports the call: at its bracket, or at its `return`
 * @returns undefined if no call is found, and for one with `new`
 */
export function calleeAt(source: string, index: number): string | undefined {
  const tokens = tokensOf(source)
  const found = tokens.findIndex(({ at }) => at === index)
  const call = tokens[found]?.text === 'return' ? returnedCall(tokens, found) : found
  const mark = tokens[call]?.text ?? ''
  if (mark !== '(' && !mark.startsWith('`')) return undefined
  const last = tokens[call - 1]?.text === '?.' ? call - 2 : call - 1
  const begin = beginOf(tokens, last)
  const [from, to] = [tokens[begin], tokens[last]]
  if (!from || !to || tokens[begin - 1]?.text === 'new') return undefined
  const text = source.slice(from.at, to.at + to.text.length).replaceAll(/\s+/g, ' ')
  return text.length > SHOWN ? `…${text.slice(1 - SHOWN)}` : text
}
