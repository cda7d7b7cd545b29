import { type JsonDocument, textOf } from './document'

/** Nodes whose name or value contains the text, in their order; upper and lower case are alike. */
export function findMatches(document: JsonDocument, wanted: string): number[] {
  const text = wanted.toLowerCase()
  const found: number[] = []
  if (text === '') return found
  document.nodes.forEach((node, index) => {
    const isFound =
      node.key?.toLowerCase().includes(text) || textOf(document, node).toLowerCase().includes(text)
    if (isFound) found.push(index)
  })
  return found
}

/** A piece of a text, and whether it is what was searched for. */
export interface Piece {
  text: string
  /** Where it begins. */
  start: number
  isMatch: boolean
}

/** Cuts a text where what was searched for begins and ends. */
export function cutMatches(text: string, wanted: string): Piece[] {
  const [folded, sought] = [text.toLowerCase(), wanted.toLowerCase()]
  // A few letters have another length in lower case: then places in the one are not places in the other.
  if (sought === '' || folded.length !== text.length) return [{ text, start: 0, isMatch: false }]
  const pieces: Piece[] = []
  let from = 0
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), start: from, isMatch: false })
    from = at + sought.length
    pieces.push({ text: text.slice(at, from), start: at, isMatch: true })
  }
  if (from < text.length) pieces.push({ text: text.slice(from), start: from, isMatch: false })
  return pieces
}
