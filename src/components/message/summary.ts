import type { Message } from '#contract/messages'
import { placeOf, STATISTICS, sayingOf } from '#contract/series/names'
import { identifiedItems } from '../diff/identity'
import { parseJson } from '../json/parseJson'
import { isVolatile, lastWord } from '../json/volatile'

/** What a summary is made of. */
export type Summarised = Pick<Message, 'type' | 'body'>

/** A value that tells what a message says, with its name in the body; a command has none. */
export interface TellingValue {
  name: string | null
  value: string
}

/** Longest body that is parsed, in characters: a page may hold hundreds of bodies of a megabyte each. */
export const PARSED_MAX = 65_536
/** Most values of a body that are looked at, and how deep they may be. */
const SEEN_MAX = 2000
const DEPTH_MAX = 16
/** Most values of a summary, and the characters of a name and a value. */
const VALUES_MAX = 6
const NAME_MAX = 48
const VALUE_MAX = 80
/** Most numbers of a list that are shown side by side; of a longer one the last counts. */
const LIST_MAX = 8
/** Larger whole numbers are ids and times. */
const READING_MAX = 1e9

/** The last words of keys whose numbers say nothing about what was measured. */
const DULL = new Set(['uptime', 'version', 'imei', 'imsi', 'iccid'])

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNumber = (value: unknown): value is number => typeof value === 'number'
const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined)

/** A text in one line, without what could disguise it. */
function clean(text: string, max: number): string {
  const plain = text
    .slice(0, 4 * max)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(plain)
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : plain
}

const numberText = (value: number) =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)))

function textOf(value: unknown): string {
  if (isNumber(value)) return numberText(value)
  if (typeof value === 'string') return clean(value, VALUE_MAX)
  if (isFields(value)) return typeof value.message === 'string' ? clean(value.message, VALUE_MAX) : '{…}'
  return Array.isArray(value) ? '[…]' : String(value)
}

/** A number of a body, or several in a list, with the names that lead to it. */
interface Reading {
  path: readonly string[]
  numbers: readonly number[]
}

/** What the numbers and the other plain values of a body are, in their order. */
interface Contents {
  readings: readonly Reading[]
  others: readonly TellingValue[]
}

const isReading = (name: string, value: number) =>
  !(Number.isInteger(value) && Math.abs(value) >= READING_MAX) &&
  !DULL.has(lastWord(name)) &&
  !isVolatile(name, String(value))

const labelOf = (path: readonly string[], names = 2) => clean(path.slice(-names).join('.'), NAME_MAX)

/** Reads the values of a body. Of the items of a list without an identity the last counts: it is the newest. */
function contentsOf(body: unknown): Contents {
  const readings: Reading[] = []
  const others: TellingValue[] = []
  let seen = 0

  const list = (items: readonly unknown[], path: readonly string[], depth: number) => {
    const isShort = items.length <= LIST_MAX && items.length > 1
    if (isShort && items.every(isNumber)) return void readings.push({ path, numbers: items })
    if (items.length === 0) return
    const identified = items.every(isFields) ? identifiedItems(items) : null
    if (!identified) return visit(items.at(-1), path, depth + 1)
    for (const { identity, rest } of identified) visit(rest, [...path, identity], depth + 1)
  }
  const fields = (value: Fields, path: readonly string[], depth: number) => {
    const statistic = STATISTICS.find((name) => isNumber(own(value, name)))
    for (const name of Object.keys(value)) {
      if (seen >= SEEN_MAX) return
      const isCovered = name !== statistic && STATISTICS.includes(name) && isNumber(value[name])
      if (!isCovered) visit(value[name], [...path, name], depth + 1)
    }
  }
  const visit = (value: unknown, path: readonly string[], depth: number) => {
    seen += 1
    if (depth > DEPTH_MAX) return
    const name = path.at(-1) ?? ''
    if (isNumber(value)) {
      if (isReading(name, value)) readings.push({ path, numbers: [value] })
    } else if (Array.isArray(value)) list(value, path, depth)
    else if (isFields(value)) fields(value, path, depth)
    else if (value !== null && !isVolatile(name, JSON.stringify(value)) && others.length < VALUES_MAX)
      others.push({ name: labelOf(path) || null, value: textOf(value) })
  }
  visit(body, [], 0)
  return { readings, others }
}

const endsWith = (path: readonly string[], end: readonly string[]) =>
  end.every((name, at) => path[path.length - end.length + at] === name)

/** The fewest names by which no other reading of the body is called. */
function shortNameOf(path: readonly string[], all: readonly (readonly string[])[]): string {
  const names = sayingOf(path)
  const isUnique = (count: number) => all.filter((other) => endsWith(other, names.slice(-count))).length === 1
  const count = names.findIndex((_, at) => isUnique(at + 1)) + 1
  return count > 0 ? labelOf(names, count) : labelOf(path, DEPTH_MAX)
}

/** The numbers, in an order that is the same for all messages of a device. */
function tellingReadings(readings: readonly Reading[]): TellingValue[] {
  const all = readings.map(({ path }) => sayingOf(path))
  return readings
    .toSorted((a, b) => placeOf(a.path[0]) - placeOf(b.path[0]))
    .slice(0, VALUES_MAX)
    .map(({ path, numbers }) => ({
      name: shortNameOf(path, all) || null,
      value: numbers.map(numberText).join(', '),
    }))
}

/** The first line of a list of lines, and how many follow. */
function firstOf(lines: readonly unknown[]): TellingValue[] {
  const texts = lines.filter((line) => typeof line === 'string').filter((line) => line.trim() !== '')
  const [first] = texts
  if (first === undefined) return []
  const more = texts.length > 1 ? ` +${texts.length - 1}` : ''
  return [{ name: null, value: `${clean(first, VALUE_MAX)}${more}` }]
}

/** What a device answered to commands: the result of the first that failed, and the first line of the output. */
function tellingResponses(responses: readonly unknown[]): TellingValue[] {
  const answers = responses.slice(0, SEEN_MAX).filter(isFields)
  const failed = answers
    .map((answer) => own(answer, 'result'))
    .find((result) => isNumber(result) && result !== 0)
  const lines = answers.flatMap((answer) => own(answer, 'outputs') ?? [])
  return [...(isNumber(failed) ? [{ name: 'result', value: String(failed) }] : []), ...firstOf(lines)]
}

/** How much of a firmware has been downloaded. */
function progressOf(fields: Fields): TellingValue[] {
  const [progress, done, size] = ['progress', 'bytes_downloaded', 'firmware_size'].map((key) =>
    own(fields, key),
  )
  if (progress !== undefined) return [{ name: 'progress', value: textOf(progress) }]
  if (!isNumber(done)) return []
  return isNumber(size) && size > 0
    ? [{ name: 'progress', value: `${Math.floor((100 * Math.min(done, size)) / size)} %` }]
    : [{ name: 'bytes_downloaded', value: String(done) }]
}

/** The fields of these names, as far as they say something. */
const named = (fields: Fields, names: readonly string[]): TellingValue[] =>
  names.flatMap((name) => {
    const value = own(fields, name)
    return value === undefined || value === null || value === '' ? [] : [{ name, value: textOf(value) }]
  })

/** What a message other than data says: error, state, progress, command. */
function tellingFields(body: unknown): TellingValue[] {
  if (Array.isArray(body)) return firstOf(body)
  if (!isFields(body)) return []
  const [commands, responses, up] = ['commands', 'responses', 'up'].map((key) => own(body, key))
  return [
    ...named(body, ['error', 'state', 'status']),
    ...progressOf(body),
    ...named(body, ['command']),
    ...(Array.isArray(commands) ? firstOf(commands) : []),
    ...(Array.isArray(responses) ? tellingResponses(responses) : []),
    ...named(body, ['reason', 'result', 'firmware_id', 'firmware_version', 'target']),
    ...(isFields(up) ? named(up, ['product_name', 'app_fw_version', 'fw_version', 'boot_count']) : []),
  ]
}

/** The value of a body; undefined when it is not JSON, or is too long to be parsed. */
const valueOf = ({ body }: Summarised) =>
  body !== null && body.length <= PARSED_MAX ? parseJson(body) : undefined

/** The first values, each name once. */
const distinct = (values: readonly TellingValue[]) =>
  values
    .filter(({ name }, at) => values.findIndex((other) => other.name === name) === at)
    .slice(0, VALUES_MAX)

function summarise(message: Summarised): TellingValue[] {
  const { body, type } = message
  if (body === null || body.length > PARSED_MAX) return []
  const value = valueOf(message)
  if (value === undefined) return firstOf([body.trimStart().split(/[\r\n]/, 1)[0]])
  const { readings, others } = contentsOf(value)
  const telling =
    type === 'data'
      ? [...(isFields(value) ? named(value, ['error']) : []), ...tellingReadings(readings)]
      : tellingFields(value)
  if (telling.length > 0) return distinct(telling)
  return distinct(readings.length > 0 ? tellingReadings(readings) : others)
}

const summaries = new WeakMap<Summarised, TellingValue[]>()

/**
 * The most informative values of a message, for one line: of data its numbers, in an order that is the same for all messages
 * of a device; of others the error, the state, the progress, the command. None for a body that is longer than 64 kB. A message
 * is summarised once.
 */
export function summaryOf(message: Summarised): readonly TellingValue[] {
  const values = summaries.get(message) ?? summarise(message)
  summaries.set(message, values)
  return values
}

/** A summary as a text. */
export const summaryText = (values: readonly TellingValue[]): string =>
  values.map(({ name, value }) => (name === null ? value : `${name} ${value}`)).join(' · ')
