import { findMatches, searchedText } from '#contract/common'
import { registry } from '../../resources/registry'
import type { Entry } from './entries'
import type { Recent } from './recent'

/** Maximum number of rows, in one group and in total. */
export const OF_GROUP = 8
const OF_ALL = 50
/** Number of recently opened entries. */
const RECENT_ROWS = 6

/** Entries by group, in order of first appearance. */
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
 * Entries that match a text, by group; the group with the best match comes first.
 * @param found results of the server, best first; it also searches fields that it does not return
 * @param more the last row of its group, which links to further results
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

/** Whether a recent entry belongs here: not to another space. */
const belongsHere = ({ spaceId }: Recent, here: string | undefined) =>
  spaceId === undefined || spaceId === here

/**
 * Entries offered before anything is typed: recent ones, pages and actions.
 * @param known current entries; they replace the recent ones with the same key
 * @param isListed whether all records of a resource are known; a recent one that is not among them was deleted
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
