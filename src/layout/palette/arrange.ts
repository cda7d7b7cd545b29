import { findMatches, searchedText } from '#contract/common'
import { registry } from '../../resources/registry'
import type { Entry } from './entries'
import type { Recent } from './recent'

/** Most rows that are drawn, of one group and of all. */
export const OF_GROUP = 8
const OF_ALL = 50
/** Rows of what was opened last. */
const RECENT_ROWS = 6

/** Entries by their groups, in the order of the first of each. */
function inGroups(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.group) ?? []
    group.push(entry)
    groups.set(entry.group, group)
  }
  return groups
}

/**
 * What matches a text, those of a group together: the group with the best match comes first.
 * @param found what the server found, the best first; the server also finds by what it does not tell
 * @param more the last row of its group, which leads to what has no room
 */
export function matchingEntries(
  text: string,
  entries: readonly Entry[],
  found: readonly Entry[],
  more?: Entry,
): Entry[] {
  const all = [...entries, ...found]
  const texts = all.map(({ title, words = [] }) => searchedText([title, ...words]))
  const matches = findMatches(text, texts).flatMap((place) => all[place] ?? [])
  const ofServer = inGroups(found)
  return [...inGroups([...matches, ...found])]
    .flatMap(([name, entries]) =>
      (ofServer.get(name) ?? entries).slice(0, OF_GROUP).concat(more?.group === name ? more : []),
    )
    .slice(0, OF_ALL)
}

/** Whether what was opened may be shown here: nothing of another space. */
const belongsHere = ({ spaceId }: Recent, here: string | undefined) =>
  spaceId === undefined || spaceId === here

/**
 * What is offered before anything is typed: what was opened last, the pages, the actions.
 * @param known entries of now; an opened entry is shown as it is among them
 * @param isListed whether a resource's records are all known: what is not among them is gone
 */
export function firstEntries(
  recent: readonly Recent[],
  {
    spaceId,
    heading,
    known,
    offered,
    isListed,
  }: {
    spaceId: string | undefined
    heading: string
    known: readonly Entry[]
    offered: readonly Entry[]
    isListed: (resource: string) => boolean
  },
): Entry[] {
  const opened = recent.flatMap((one): Entry[] => {
    if (!belongsHere(one, spaceId)) return []
    const entry = known.find(({ key }) => key === one.key)
    if (entry) return [{ ...entry, group: heading }]
    const definition = registry.find(({ name }) => name === one.resource)
    if (!definition || !one.to || isListed(definition.name)) return []
    const { key, title, detail, to } = one
    return [{ key, group: heading, title, detail, to, icon: definition.icon, kept: one }]
  })
  const shown = opened.slice(0, RECENT_ROWS)
  const isShown = new Set(shown.map(({ key }) => key))
  const rest = offered.filter(({ key }) => !isShown.has(key))
  return [...shown, ...[...inGroups(rest).values()].flat()].slice(0, OF_ALL)
}
