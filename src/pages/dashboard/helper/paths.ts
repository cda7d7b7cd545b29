import { isObject } from '#contract/common/object'
import { identityKeyOf, isName } from '#contract/series/items'
import { timeKeyOf } from '#contract/series/readings'
import { epochTime } from '../../../clock/epoch'

/**
 * One step into a value: a name in an object; in an array all items (readings), the item at an index, or the item with
 * an identity.
 */
export type Step = { name: string } | 'items' | { index: number } | { key: string; value: string | number }

/** A path to numbers in the bodies of messages. */
export interface FoundPath {
  /** Unique text, such as `hygrometer.temperature.measurements[].avg`. */
  text: string
  steps: readonly Step[]
  /** Path to the time of the number, from the first target of `steps`: the body, or an item of a list of readings. */
  time: readonly Step[] | undefined
  /** Number of messages with a number there. */
  count: number
  /** The number in the first of them. */
  sample: number
  /** Whether other messages have another number. */
  varies: boolean
}

/** Number of paths, levels and array items that are read, so that no message can block the page. */
const LIMITS = { paths: 500, depth: 24, items: 200 }

/** Property with the time of a reading. */
const TIMESTAMP = 'timestamp'

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u

function stepText(step: Step): string {
  if (step === 'items') return '[]'
  if ('index' in step) return `[${step.index}]`
  if ('key' in step) return `[${step.key}=${JSON.stringify(step.value)}]`
  return PLAIN_NAME.test(step.name) ? `.${step.name}` : `[${JSON.stringify(step.name)}]`
}

export const pathText = (steps: readonly Step[]): string => steps.map(stepText).join('').replace(/^\./, '')

/** Own property of an object; undefined for anything else. */
const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const isTime = (value: unknown): boolean =>
  typeof value === 'number'
    ? epochTime(value) !== null
    : typeof value === 'string' && epochTime(Date.parse(value)) !== null

/**
 * Whether a value contains a list of readings, and so is not a reading itself.
 * @param isTimed whether it has a time: then an array of numbers is part of the reading
 */
function hasReadings(value: unknown, isTimed: boolean, depth = 0): boolean {
  if (Array.isArray(value))
    return value.some(
      (item) => (typeof item === 'object' && item !== null) || (typeof item === 'number' && !isTimed),
    )
  return (
    isObject(value) &&
    depth < LIMITS.depth &&
    Object.values(value).some((child) => hasReadings(child, isTimed, depth + 1))
  )
}

/** Property with the time of a value. A text is preferred to a number, which may be a counter. */
function timeNameOf(value: unknown): string | undefined {
  if (!isObject(value) || !isTime(memberOf(value, TIMESTAMP))) return undefined
  return timeKeyOf([value], Date.now()) ?? TIMESTAMP
}

/** Whether an item has readings, and so is a sensor. */
const isSensor = (item: unknown) => hasReadings(item, isTime(memberOf(item, TIMESTAMP)))

/** Whether an item is a pair of a time and a reading. */
const isPair = (item: unknown): item is [unknown, number] =>
  Array.isArray(item) && item.length === 2 && isTime(item[0]) && typeof item[1] === 'number'

/** The step to each array item: sensors by identity, otherwise by index; all readings share one step. */
function itemSteps(items: readonly unknown[]): Step[] {
  const objects = items.filter(isObject)
  const key = objects.length === items.length ? identityKeyOf(objects) : undefined
  if (key !== undefined)
    return objects
      .map((item) => item[key])
      .filter(isName)
      .map((value) => ({ key, value }))
  return items.every(isPair) || !items.some(isSensor)
    ? items.map(() => 'items')
    : items.map((_, index) => ({ index }))
}

type Visit = (steps: readonly Step[], time: FoundPath['time'], value: number) => void

/** Visits each number in a value, with its path and the path of its time. */
function visitNumbers(value: unknown, steps: readonly Step[], time: FoundPath['time'], visit: Visit) {
  if (typeof value === 'number') visit(steps, time, value)
  if (typeof value !== 'object' || value === null || steps.length >= LIMITS.depth) return
  if (Array.isArray(value)) {
    // A series has one list of readings.
    if (steps.includes('items')) return
    const items = value.slice(0, LIMITS.items)
    for (const [index, step] of itemSteps(items).entries()) {
      const item: unknown = items[index]
      if (step === 'items' && isPair(item)) visit([...steps, step, { index: 1 }], [{ index: 0 }], item[1])
      else visitNumbers(item, [...steps, step], undefined, visit)
    }
    return
  }
  const inItem = steps.slice(steps.lastIndexOf('items') + 1)
  const own = timeNameOf(value)
  // Everything in a reading has the time of the reading; elsewhere a time belongs to its siblings only.
  const inherited = steps.includes('items') ? time : undefined
  const timeOf = own === undefined ? inherited : [...inItem, { name: own }]
  const sensor = steps.at(-1)
  for (const [name, child] of Object.entries(value)) {
    // The identity of a sensor is not a reading.
    if (typeof sensor === 'object' && 'key' in sensor && sensor.key === name) continue
    visitNumbers(child, [...steps, { name }], name === own ? undefined : timeOf, visit)
  }
}

/** The paths to numbers in bodies, in their order. */
export function findPaths(bodies: readonly unknown[]): FoundPath[] {
  const found = new Map<string, FoundPath>()
  for (const body of bodies) {
    const seen = new Set<string>()
    visitNumbers(body, [], undefined, (steps, time, value) => {
      const text = pathText(steps)
      const known = found.get(text)
      if (!known) {
        if (found.size < LIMITS.paths)
          found.set(text, { text, steps, time, count: 1, sample: value, varies: false })
      } else {
        known.time ??= time
        known.varies ||= value !== known.sample
        if (!seen.has(text)) known.count += 1
      }
      seen.add(text)
    })
  }
  return [...found.values()]
}

/** Names of the most wanted readings, in this order. */
const WANTED = [/temperature/i, /humidity|moisture/i, /co2|pressure|level|flow/i, /voltage|battery/i]
/** Names of counters and identifiers. */
const NO_READING = /timestamp|time|sequence|version|uptime|serial|imei|imsi|plmn|cid|id$/i
/** Names of the number that best represents its group. */
const TYPICAL = /\b(avg|mean|mdn|median|value)$/i

/** The names in a path, without identities of sensors. */
const kindOf = ({ steps }: FoundPath) =>
  pathText(steps.filter((step) => typeof step === 'object' && 'name' in step))

const parentOf = ({ steps }: FoundPath) => pathText(steps.slice(0, -1))

/**
 * Paths of the standard chart: numbers of one kind, so that they fit one axis, one from each group.
 * @param max number of paths
 */
export function firstChoice(paths: readonly FoundPath[], max: number): FoundPath[] {
  const readings = paths.filter((path) => !NO_READING.test(kindOf(path)))
  const kind = WANTED.find((pattern) => readings.some((path) => pattern.test(kindOf(path))))
  const varying = readings.filter(({ varies }) => varies)
  if (!kind) return (varying.length > 0 ? varying : readings).slice(0, 1)
  const groups = new Map<string, FoundPath>()
  for (const path of readings) {
    if (!kind.test(kindOf(path))) continue
    const known = groups.get(parentOf(path))
    if (!known || (TYPICAL.test(path.text) && !TYPICAL.test(known.text))) groups.set(parentOf(path), path)
  }
  return [...groups.values()].slice(0, max)
}
