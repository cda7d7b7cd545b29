import { foldedKey, IDENTITIES } from './items'
import { unitIn } from './units'

/** Statistics of one reading; the first that an object has represents the others. */
export const STATISTICS: readonly string[] = ['value', 'avg', 'mean', 'mdn', 'median', 'last', 'max', 'min']
/** Names at the end of a path that say nothing about what was measured. */
const FILLERS = new Set([...STATISTICS, 'measurement', 'measurements', 'values', 'readings', 'data'])

/** Parts of a body that come after others: how a device moves, and below that how it describes itself. */
const LATER = [
  new Set(['accelerometer', 'gyroscope', 'magnetometer', 'orientation']),
  new Set(['message', 'attribute', 'system', 'network', 'modem', 'debug', 'diagnostics']),
]

/** The rank of a part of a body, by its first name: from 0 for measurements to 2 for the device's description of itself. */
export const placeOf = (first = ''): number => 1 + LATER.findIndex((parts) => parts.has(first))

/** The names that say what was measured. */
export function sayingOf(names: readonly string[]): readonly string[] {
  const last = names.findLastIndex((name) => !FILLERS.has(name.toLowerCase()))
  return last < 0 ? names : names.slice(0, last + 1)
}

/** The words of a name in snake_case, kebab-case or camelCase, in lower case. `mV` and `kWh` are one word each. */
const wordsOf = (name: string) =>
  name
    .replaceAll('%', ' percent ')
    .replaceAll(/(?<=[\p{L}\p{N}][a-z\d])(?=[A-Z])/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The last words of names whose numbers say nothing about what was measured: ids, counters and times. */
const DULL = new Set(['uptime', 'version', 'imsi', 'seq', 'sequence', 'timestamp', 'cid', 'plmn', 'earfcn'])

/** The last words of names whose numbers name something, and those whose numbers may be times. */
const NAMING = new Set(
  'id ids uid uuid guid imei imeisv imsi iccid meid msisdn phone serial sn number eui eui64 mac addr address plmn cid lac tac earfcn barcode ean rfid epc version ts'.split(
    ' ',
  ),
)
const TIMES = new Set(['time', 'at', 'date', 'datetime', 'seen', 'created', 'updated', 'utc'])
/** Words that make a name a time, also with its unit behind them: `timestamp_ms`. */
const STAMPS = new Set(['timestamp', 'timestamps', 'epoch', 'unix', 'unixtime'])
/** Smaller numbers are no times since 1970, but may be durations. */
const TIME_MIN = 1e9

/**
 * Whether a number under a name, or of a series by its path, identifies something instead of measuring it: an id, a telephone number, a
 * time.
 */
export function isIdentifier(path: string, value: number): boolean {
  const last = sayingOf(namesOf(path)).at(-1) ?? ''
  const words = wordsOf(last)
  const word = words.at(-1) ?? ''
  if (TIMES.has(word)) return value >= TIME_MIN
  if (words.some((one) => STAMPS.has(one))) return true
  return NAMING.has(word) || IDENTITIES.includes(foldedKey(last))
}

/** A part of a path: a key, or an item of a list. */
export const PART = /\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\]|[^.[\]]+/g
const QUOTED = /"(?:[^"\\]|\\.)*"/g

/** A quoted name without its quotes. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/** The name of a part, without quotes, and whether it is an item of a list, which is named by its identity or index. */
export function partOf(part: string): { name: string; isItem: boolean } {
  if (!part.startsWith('[')) return { name: part, isItem: false }
  const inner = part.slice(1, -1)
  const equals = inner.replaceAll(QUOTED, ({ length }) => '_'.repeat(length)).indexOf('=')
  return { name: unquoted(inner.slice(equals + 1)), isItem: !inner.startsWith('"') || equals >= 0 }
}

/** Stands for all items of a list. */
export const ALL_ITEMS = '[]'

/** The names that lead to a value, without quotes. */
export const namesOf = (path: string): string[] =>
  (path.match(PART) ?? []).filter((part) => part !== ALL_ITEMS).map((part) => partOf(part).name)

/** The unit in the name of a series; null if there is none. */
export const unitOf = (path: string): string | null => unitIn(wordsOf(sayingOf(namesOf(path)).at(-1) ?? ''))

/** The properties of a series that determine its order. */
export interface Ordered {
  path: string
  /** Place among pinned series. */
  place?: number | null | undefined
  /** Whether it only counts up by one. */
  isSequence?: boolean
  /** How much it changes, from 0 for not at all. */
  change?: number
  isHidden?: boolean
}

/**
 * The rank of a series, the smallest first: what was measured, then its other statistics, how the device moves, how it describes itself.
 */
function rankOf({ path, isSequence = false }: Ordered): number {
  const names = namesOf(path)
  const said = sayingOf(names)
  const last = said.at(-1) ?? ''
  if (isSequence || IDENTITIES.includes(foldedKey(last)) || DULL.has(wordsOf(last).at(-1) ?? '')) return 4
  const place = placeOf(names[0])
  if (place > 0) return place + 1
  const statistic = STATISTICS.indexOf(names.at(-1)?.toLowerCase() ?? '')
  return statistic > 1 && said.length < names.length ? 1 : 0
}

/** Series in the order of interest: pinned ones, then what was measured, what changes most before the rest, and hidden ones last. */
export function inOrder<One extends Ordered>(series: readonly One[]): One[] {
  const keys = new Map(
    series.map((one) => {
      const { path, place = null, change = 0, isHidden = false } = one
      return [path, [Number(isHidden), Number(place === null), place ?? rankOf(one), -change]]
    }),
  )
  const compare = (a: One, b: One) => {
    const [ours = [], theirs = []] = [keys.get(a.path), keys.get(b.path)]
    const at = ours.findIndex((key, i) => key !== theirs[i])
    return at < 0 ? (a.path < b.path ? -1 : 1) : (ours[at] ?? 0) - (theirs[at] ?? 0)
  }
  return series.toSorted(compare)
}

const SEPARATOR = '.'

/** The last name, the last two, and so on. */
const endsOf = (names: readonly string[]) => names.map((_, i) => names.slice(-i - 1).join(SEPARATOR))

/**
 * The fewest names that distinguish each of these series from the others: `temperature`, `inside.temperature`, `outputs.0`. If there are
 * several statistics of one, each has its own name at the end: `temperature.avg`.
 * @returns the labels by path
 */
export function labelsOf(paths: readonly string[]): Map<string, string> {
  const all = paths.map((path) => {
    const names = namesOf(path)
    const said = sayingOf(names)
    return { path, names, said, key: said.join(SEPARATOR) }
  })
  const sayings = new Map(all.map(({ key, said }) => [key, said]))
  const byKey = new Map<string, typeof all>()
  for (const one of all) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one])
  const ends = new Map<string, number>()
  for (const said of sayings.values()) for (const end of endsOf(said)) ends.set(end, (ends.get(end) ?? 0) + 1)
  const labels = all.map(({ path, names, said, key }) => {
    const short = endsOf(said).find((end) => ends.get(end) === 1 && !/^[\d.]+$/.test(end)) ?? key
    const others = byKey.get(key) ?? []
    const last = names.at(-1) ?? ''
    const isLastUnique = others.filter((other) => other.names.at(-1) === last).length === 1
    if (others.length === 1) return { path, label: short }
    return {
      path,
      label: isLastUnique && names.length > said.length ? `${short}.${last}` : names.join(SEPARATOR),
    }
  })
  return distinct(new Map(labels.map(({ path, label }) => [path, label])))
}

/** Labels that are all different: a series whose label others have gets its path instead, such as those of the keys `a.b` and `a`, `b`. */
function distinct(labels: ReadonlyMap<string, string>): Map<string, string> {
  const counts = new Map<string, number>()
  for (const label of labels.values()) counts.set(label, (counts.get(label) ?? 0) + 1)
  const isShared = (path: string, label: string) => label !== path && (counts.get(label) ?? 0) > 1
  const next = new Map(Array.from(labels, ([path, label]) => [path, isShared(path, label) ? path : label]))
  return Array.from(labels).some(([path, label]) => isShared(path, label)) ? distinct(next) : next
}
