import { measuredStyle, type NumberStyle } from '../common/numbers'
import { ALL_ITEMS, isIdentifier, labelsOf, PART, partOf, unitOf } from './names'
import type { SeriesSetting } from './settings'

/** A setting with only the ids of its tags. */
export type ShownSetting = Omit<SeriesSetting, 'tags'> & { tags: readonly { id: string }[] }

/** The default setting of a path. */
export const plainSetting = (path: string): SeriesSetting => ({
  path,
  label: null,
  unit: null,
  decimals: null,
  is_hidden: false,
  is_shown: false,
  is_pinned: false,
  tags: [],
  place: null,
})

/** How the values of one series are displayed. */
export interface Shown {
  label: string
  /** Null for none. */
  unit: string | null
  /** Decimals; null for as many as the value has. */
  decimals: number | null
  is_hidden: boolean
  is_pinned: boolean
  /** Place among the pinned ones. */
  place: number | null
}

/** What determines how numbers of a series are written. */
export interface ValueStyle {
  path: string
  unit: string | null
  /** Decimals; null or none for as many as a value has. */
  decimals?: number | null
}

/** The style of a number of a series, with its unit. Ids, telephone numbers and times are not grouped by three digits. */
export const styleOfValue = (value: number, { path, unit, decimals = null }: ValueStyle): NumberStyle => ({
  ...measuredStyle(unit, decimals),
  isGrouped: !isIdentifier(path, value),
})

/** The path of a series without the identities of items of lists: `meters[serial_number=12].volume` becomes `meters[].volume`. */
export const patternOf = (path: string): string =>
  path.replaceAll(PART, (part) => (partOf(part).isItem ? ALL_ITEMS : part))

/** The identities of the items of lists in a path: a serial number, an address. */
const itemsOf = (path: string) =>
  (path.match(PART) ?? []).flatMap((part) => (partOf(part).isItem ? [partOf(part).name] : []))

/** The settings for a path: those of the path itself before those of all items. */
const settingsOf = <Setting>(path: string, byPath: ReadonlyMap<string, Setting>): Setting[] =>
  [...new Set([path, patternOf(path)])].flatMap((one) => byPath.get(one) ?? [])

/** Whether a value is pinned for a device with these tags. */
export const isPinnedFor = (
  { is_pinned, tags }: Pick<ShownSetting, 'is_pinned' | 'tags'>,
  tagIds: readonly string[],
): boolean => is_pinned && (tags.length === 0 || tags.some(({ id }) => tagIds.includes(id)))

/**
 * How the series of a device are displayed, by their paths: by the settings of the space, otherwise by their names. Items of a list that
 * share a name are distinguished by their identities.
 * @param tagIds of the device
 */
export function shownOf(
  paths: readonly string[],
  settings: readonly ShownSetting[],
  tagIds: readonly string[],
): Map<string, Shown> {
  const byPath = new Map(settings.map((setting) => [setting.path, setting]))
  const labels = labelsOf(paths)
  const all = paths.map((path) => {
    const own = settingsOf(path, byPath)
    const given = own.find(({ label }) => label !== null)?.label ?? null
    const pins = own.filter((setting) => isPinnedFor(setting, tagIds))
    return {
      path,
      given,
      label: given ?? labels.get(path) ?? path,
      unit: (own.find(({ unit }) => unit !== null)?.unit ?? unitOf(path)) || null,
      decimals: own.find(({ decimals }) => decimals !== null)?.decimals ?? null,
      is_hidden: own.some(({ is_hidden }) => is_hidden) && byPath.get(path)?.is_shown !== true,
      is_pinned: pins.length > 0,
      place: pins[0]?.place ?? null,
    }
  })
  const counts = new Map<string, number>()
  for (const { given } of all) if (given !== null) counts.set(given, (counts.get(given) ?? 0) + 1)
  return new Map(
    all.map(({ path, given, ...shown }) => {
      const items = given !== null && (counts.get(given) ?? 0) > 1 ? itemsOf(path) : []
      return [path, { ...shown, label: [shown.label, ...items].join(' ') }]
    }),
  )
}

/** How the values of a path are displayed. */
export interface ShownValue extends Pick<Shown, 'label' | 'unit' | 'decimals'> {
  path: string
}

/** How the values of some paths are displayed. */
export const shownIn = (
  settings: readonly ShownSetting[],
  paths: readonly string[],
): ((path: string) => ShownValue) => {
  const shown = shownOf([...new Set(paths)], settings, [])
  return (path) => {
    const { label = path, unit = null, decimals = null } = shown.get(path) ?? {}
    return { path, label, unit, decimals }
  }
}
