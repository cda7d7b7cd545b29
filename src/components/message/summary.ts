import { isObject, ownOf } from '#contract/common/object'
import type { Message } from '#contract/messages'
import { identityKeyOf } from '#contract/series/items'
import { ALL_ITEMS, inOrder, STATISTICS } from '#contract/series/names'
import { itemUnder, ROOT, timeKeyOf, under } from '#contract/series/readings'
import { type ShownSetting, shownOf } from '#contract/series/shown'
import { parseJson } from '../json/parseJson'
import { isVolatile, lastWord } from '../json/volatile'
import { formatValue } from '../series/valueText'

/** The fields of a message that a summary needs. */
export type Summarised = Pick<Message, 'type' | 'body'>

/** A value in a summary, with its name in the body; a command has no name. */
export interface SummaryValue {
  name: string | null
  value: string
}

/** Maximum length of a body to parse, in characters: a page may have hundreds of bodies of a megabyte each. */
export const PARSED_MAX = 65_536
/** Maximum number and depth of values to read in a body. */
const SEEN_MAX = 2000
const DEPTH_MAX = 16
/** Maximum number of values in a summary, and of characters in a name and value. */
const VALUES_MAX = 6
const NAME_MAX = 48
const VALUE_MAX = 80
/** Maximum number of list items to show side by side; of a longer list, only the last one is shown. */
const LIST_MAX = 8
/** Larger whole numbers are ids or times. */
const READING_MAX = 1e9

/** Last words of keys whose numbers are no measurements. */
const DULL = new Set(['uptime', 'version', 'imei', 'imsi', 'iccid'])

type Fields = Record<string, unknown>

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** A text on one line, without invisible characters. */
function clean(text: string, max: number): string {
  const plain = text
    .slice(0, 4 * max)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(plain)
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : plain
}

/** Rounds a number to six significant digits. */
const rounded = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(6)))

const numberText = (value: number) => String(rounded(value))

function textOf(value: unknown): string {
  if (isNumber(value)) return numberText(value)
  if (typeof value === 'string') return clean(value, VALUE_MAX)
  if (isObject(value)) return typeof value.message === 'string' ? clean(value.message, VALUE_MAX) : '{…}'
  return Array.isArray(value) ? '[…]' : String(value)
}

/** A value of a body, or several numbers of a list. */
interface Reading {
  /** Path of the series; items of a list without an identity have empty brackets. */
  path: string
  values: readonly (number | boolean)[]
  /** It says little, so it is shown only if pinned. */
  isDull: boolean
}

/** The numbers and other plain values of a body, in order. */
interface Contents {
  readings: readonly Reading[]
  others: readonly SummaryValue[]
}

const isReading = (name: string, value: number) =>
  !(Number.isInteger(value) && Math.abs(value) >= READING_MAX) &&
  !DULL.has(lastWord(name)) &&
  !isVolatile(name, String(value))

const labelOf = (path: readonly string[], names = 2) => clean(path.slice(-names).join('.'), NAME_MAX)

/** The position of a value in a body. */
interface Place {
  names: readonly string[]
  path: string
  depth: number
}

/** Reads the values of a body. Of list items without an identity, only the last counts, because it is the newest. */
function contentsOf(body: unknown): Contents {
  const readings: Reading[] = []
  const others: SummaryValue[] = []
  const now = Date.now()
  let seen = 0

  const list = (items: readonly unknown[], { names, path, depth }: Place) => {
    const isShort = items.length <= LIST_MAX && items.length > 1
    const ofAll = { names, path: path + ALL_ITEMS, depth: depth + 1 }
    if (isShort && items.every(isNumber))
      return void readings.push({ path: ofAll.path, values: items, isDull: false })
    if (items.length === 0) return
    if (!items.every(isObject)) return visit(items.at(-1), ofAll)
    const hasTimes = timeKeyOf(items, now) !== undefined
    const key = identityKeyOf(items, { mayRepeat: hasTimes })
    if (key === undefined) return visit(items.at(-1), hasTimes ? { ...ofAll, path } : ofAll)
    for (const { [key]: identity, ...rest } of items) {
      const place = { names: [...names, String(identity)], path: itemUnder(path, key, identity) }
      visit(rest, { ...place, depth: depth + 1 })
    }
  }
  const fields = (value: Fields, { names, path, depth }: Place) => {
    const statistic = STATISTICS.find((name) => isNumber(ownOf(value, name)))
    for (const name of Object.keys(value)) {
      if (seen >= SEEN_MAX) return
      const isCovered = name !== statistic && STATISTICS.includes(name) && isNumber(value[name])
      visit(value[name], { names: [...names, name], path: under(path, name), depth: depth + 1 }, isCovered)
    }
  }
  const visit = (value: unknown, place: Place, isCovered = false) => {
    seen += 1
    const { names, path, depth } = place
    if (depth > DEPTH_MAX) return
    const name = names.at(-1) ?? ''
    if (isNumber(value))
      readings.push({ path, values: [value], isDull: isCovered || !isReading(name, value) })
    else if (Array.isArray(value)) list(value, place)
    else if (isObject(value)) fields(value, place)
    else {
      if (typeof value === 'boolean') readings.push({ path, values: [value], isDull: true })
      if (value !== null && !isVolatile(name, JSON.stringify(value)) && others.length < VALUES_MAX)
        others.push({ name: labelOf(names) || null, value: textOf(value) })
    }
  }
  visit(body, { names: [], path: '', depth: 0 })
  return { readings, others }
}

/** How a space shows the values of a device. */
export interface ShownBy {
  settings: readonly ShownSetting[]
  /** Tags of the device. */
  tagIds: readonly string[]
  locale: string
}

const NOBODY: ShownBy = { settings: [], tagIds: [], locale: 'en' }

/** The numbers in an order that is the same for all messages of a device: pinned ones first, then measurements. */
function valuesOfReadings(
  readings: readonly Reading[],
  { settings, tagIds, locale }: ShownBy,
): SummaryValue[] {
  const byPath = new Map(readings.map((reading) => [reading.path, reading]))
  const all = shownOf([...byPath.keys()], settings, tagIds)
  const offered = Array.from(byPath.values()).filter(({ path, isDull }) => {
    const shown = all.get(path)
    return shown && !shown.is_hidden && (shown.is_pinned || !isDull)
  })
  const shown = shownOf(
    offered.map(({ path }) => path),
    settings,
    tagIds,
  )
  const ordered = offered.map(({ path, values }) => ({ path, values, place: shown.get(path)?.place }))
  return inOrder(ordered)
    .slice(0, VALUES_MAX)
    .map(({ path, values }) => {
      const { label = '', unit = null, decimals = null } = shown.get(path) ?? {}
      const texts = values.map((value, i) => {
        if (typeof value === 'boolean') return String(value)
        const style = { path, unit: i === values.length - 1 ? unit : null, decimals }
        return formatValue(decimals === null ? rounded(value) : value, locale, style)
      })
      return { name: label === ROOT ? null : clean(label, NAME_MAX) || null, value: texts.join(', ') }
    })
}

/** The first of several lines, and the number of others. */
function firstOf(lines: readonly unknown[]): SummaryValue[] {
  const texts = lines.filter((line) => typeof line === 'string').filter((line) => line.trim() !== '')
  const [first] = texts
  if (first === undefined) return []
  const more = texts.length > 1 ? ` +${texts.length - 1}` : ''
  return [{ name: null, value: `${clean(first, VALUE_MAX)}${more}` }]
}

/** A device's responses to commands: the first failed result, and the first line of output. */
function valuesOfResponses(responses: readonly unknown[]): SummaryValue[] {
  const answers = responses.slice(0, SEEN_MAX).filter(isObject)
  const failed = answers
    .map((answer) => ownOf(answer, 'result'))
    .find((result) => isNumber(result) && result !== 0)
  const lines = answers.flatMap((answer) => ownOf(answer, 'outputs') ?? [])
  return [...(isNumber(failed) ? [{ name: 'result', value: String(failed) }] : []), ...firstOf(lines)]
}

/** The progress of a firmware download. */
function progressOf(fields: Fields): SummaryValue[] {
  const [progress, done, size] = ['progress', 'bytes_downloaded', 'firmware_size'].map((key) =>
    ownOf(fields, key),
  )
  if (progress !== undefined) return [{ name: 'progress', value: textOf(progress) }]
  if (!isNumber(done)) return []
  return isNumber(size) && size > 0
    ? [{ name: 'progress', value: `${Math.floor((100 * Math.min(done, size)) / size)} %` }]
    : [{ name: 'bytes_downloaded', value: String(done) }]
}

/** The non-empty fields with these names. */
const named = (fields: Fields, names: readonly string[]): SummaryValue[] =>
  names.flatMap((name) => {
    const value = ownOf(fields, name)
    return value === undefined || value === null || value === '' ? [] : [{ name, value: textOf(value) }]
  })

/** The summary of a message other than data: error, state, progress, command. */
function valuesOfFields(body: unknown): SummaryValue[] {
  if (Array.isArray(body)) return firstOf(body)
  if (!isObject(body)) return []
  const [commands, responses, up] = ['commands', 'responses', 'up'].map((key) => ownOf(body, key))
  return [
    ...named(body, ['error', 'state', 'status']),
    ...progressOf(body),
    ...named(body, ['command']),
    ...(Array.isArray(commands) ? firstOf(commands) : []),
    ...(Array.isArray(responses) ? valuesOfResponses(responses) : []),
    ...named(body, ['reason', 'result', 'firmware_id', 'firmware_version', 'target']),
    ...(isObject(up) ? named(up, ['product_name', 'app_fw_version', 'fw_version', 'boot_count']) : []),
  ]
}

/** The parsed body; undefined if it is not JSON or is too long. */
const valueOf = ({ body }: Summarised) =>
  body !== null && body.length <= PARSED_MAX ? parseJson(body) : undefined

/** The first values without duplicates. Different values of the same name are numbered. */
function distinct(values: readonly SummaryValue[]): SummaryValue[] {
  const found = new Map<string | null, SummaryValue>()
  for (const { name, value } of values) {
    let own = name
    for (let n = 2; found.has(own) && found.get(own)?.value !== value; n++) own = `${name ?? ''} ${n}`.trim()
    if (!found.has(own)) found.set(own, { name: own, value })
  }
  return [...found.values()].slice(0, VALUES_MAX)
}

function summarise(message: Summarised, by: ShownBy): SummaryValue[] {
  const { body, type } = message
  if (body === null || body.length > PARSED_MAX) return []
  const value = valueOf(message)
  if (value === undefined) return firstOf([body.trimStart().split(/[\r\n]/, 1)[0]])
  const { readings, others } = contentsOf(value)
  const informative =
    type === 'data'
      ? [...(isObject(value) ? named(value, ['error']) : []), ...valuesOfReadings(readings, by)]
      : valuesOfFields(value)
  if (informative.length > 0) return distinct(informative)
  const numbers = valuesOfReadings(readings, by)
  return distinct(numbers.length > 0 ? numbers : others)
}

const summaries = new WeakMap<Summarised, { by: ShownBy; values: SummaryValue[] }>()

const isSame = (one: ShownBy, other: ShownBy) =>
  one.settings === other.settings && one.locale === other.locale && one.tagIds.join() === other.tagIds.join()

/**
 * The most informative values of a message, for one line: the numbers of data, in the space's format; else the error,
 * state, progress or command. Empty for a body longer than 64 kB. The result is cached as long as the space shows its
 * values the same way.
 */
export function summaryOf(message: Summarised, by: ShownBy = NOBODY): readonly SummaryValue[] {
  const known = summaries.get(message)
  if (known && isSame(known.by, by)) return known.values
  const values = summarise(message, by)
  summaries.set(message, { by, values })
  return values
}

/** A summary as text. */
export const summaryText = (values: readonly SummaryValue[]): string =>
  values.map(({ name, value }) => (name === null ? value : `${name} ${value}`)).join(' · ')
