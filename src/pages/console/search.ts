import { type Exchange, textsOf } from './conversation'

/** Most hits that are marked in one text: the rest of it is shown as it is. */
const MARKS = 200

/** A part of a text; `isHit` where it is what was searched for. */
export interface Part {
  /** Where it begins. */
  at: number
  text: string
  isHit: boolean
}

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const patternOf = (query: string, flags: string) => new RegExp(escape(query), flags)

/** The exchanges that hold the text, in a command or in an output; letter case does not matter. */
export function found(conversation: readonly Exchange[], query: string): readonly Exchange[] {
  if (query === '') return conversation
  const pattern = patternOf(query, 'iu')
  return conversation.filter((exchange) => textsOf(exchange).some((text) => pattern.test(text)))
}

/** A text divided at the hits of a search. */
export function partsOf(text: string, query: string): Part[] {
  if (query === '') return [{ at: 0, text, isHit: false }]
  const parts: Part[] = []
  let end = 0
  for (const hit of text.matchAll(patternOf(query, 'giu'))) {
    if (parts.length >= 2 * MARKS) break
    parts.push({ at: end, text: text.slice(end, hit.index), isHit: false })
    parts.push({ at: hit.index, text: hit[0], isHit: true })
    end = hit.index + hit[0].length
  }
  return [...parts, { at: end, text: text.slice(end), isHit: false }].filter((part) => part.text !== '')
}
