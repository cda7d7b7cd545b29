import { foldedKey, IDENTITIES } from '#contract/series/items'
import { isContainer, type JsonDocument, type Member } from '../json/document'

/** The items of a list. */
export interface Items {
  document: JsonDocument
  members: readonly Member[]
}

/** The canonical text of a scalar, because the same string can be escaped in several ways. */
const valueOf = (value: string) => (value.startsWith('"') ? JSON.stringify(JSON.parse(value)) : value)

/** Possible identities of an item: its values under known keys. */
function candidatesOf({ document: { nodes, text } }: Items, { node, index }: Member): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = index + 1, next = nodes[at]; next && at < node.next; next = nodes[at]) {
    const key = next.key === null ? '' : foldedKey(next.key)
    if (IDENTITIES.includes(key) && !isContainer(next))
      found.set(key, valueOf(text.slice(next.start, next.end)))
    at = next.next
  }
  return found
}

/** The values under one key, if every item has a unique one; else null. */
function uniqueUnder(key: string, items: readonly Map<string, string>[]): string[] | null {
  const values = items.flatMap((item) => item.get(key) ?? [])
  return values.length === items.length && new Set(values).size === items.length ? values : null
}

/**
 * The identities of the items of two lists, if every item has one that is unique in its list, and both lists share
 * some; else null.
 */
export function identitiesOf(left: Items, right: Items): [string[], string[]] | null {
  const [ours, theirs] = [left, right].map((items) =>
    items.members.map((member) => candidatesOf(items, member)),
  )
  if (!ours || !theirs) return null
  for (const key of IDENTITIES) {
    const [values, others] = [uniqueUnder(key, ours), uniqueUnder(key, theirs)]
    if (!values || !others) continue
    const known = new Set(values)
    if (others.some((value) => known.has(value))) return [values, others]
  }
  return null
}
