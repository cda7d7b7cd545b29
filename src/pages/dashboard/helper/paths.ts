/** One step into a value: a name in an object, or all items of an array. */
export type Step = { name: string } | 'items'

/** A path to numbers in the bodies of messages. */
export interface FoundPath {
  /** Unique text, such as `hygrometer.temperature.measurements[].avg`. */
  text: string
  steps: readonly Step[]
  /** Number of messages that have a number there. */
  count: number
  /** The number in the first of these messages. */
  sample: number
  /** Whether another message has another number. */
  varies: boolean
}

/** How many paths, levels and items of one array are read, so that no message can keep the page busy. */
const LIMITS = { paths: 500, depth: 24, items: 200 }

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u

/** The text of a path. */
export function pathText(steps: readonly Step[]): string {
  const text = steps
    .map((step) => {
      if (step === 'items') return '[]'
      return PLAIN_NAME.test(step.name) ? `.${step.name}` : `[${JSON.stringify(step.name)}]`
    })
    .join('')
  return text.replace(/^\./, '')
}

type Visit = (steps: readonly Step[], value: number) => void

/** Visits each number of a value with its path. Leaves out arrays in arrays, because a series has one list of readings. */
function visitNumbers(value: unknown, steps: readonly Step[], visit: Visit) {
  if (typeof value === 'number') visit(steps, value)
  if (typeof value !== 'object' || value === null || steps.length >= LIMITS.depth) return
  if (!Array.isArray(value)) {
    for (const [name, child] of Object.entries(value)) visitNumbers(child, [...steps, { name }], visit)
    return
  }
  if (steps.includes('items')) return
  for (const item of value.slice(0, LIMITS.items)) visitNumbers(item, [...steps, 'items'], visit)
}

/** The paths to numbers in bodies, in their order. */
export function findPaths(bodies: readonly unknown[]): FoundPath[] {
  const found = new Map<string, FoundPath>()
  for (const body of bodies) {
    const seen = new Set<string>()
    visitNumbers(body, [], (steps, value) => {
      const text = pathText(steps)
      const known = found.get(text)
      if (!known) {
        if (found.size < LIMITS.paths)
          found.set(text, { text, steps, count: 1, sample: value, varies: false })
      } else {
        known.varies ||= value !== known.sample
        if (!seen.has(text)) known.count += 1
      }
      seen.add(text)
    })
  }
  return [...found.values()]
}

/** Names of the readings that most people want to see, the most wanted first. */
const WANTED = [/temperature/i, /humidity|moisture/i, /co2|pressure|level|flow/i, /voltage|battery/i]
/** Names of counters and identifiers. */
const NO_READING = /timestamp|time|sequence|version|uptime|serial|imei|imsi|plmn|cid|id$/i
/** Names of the number that represents its group best. */
const TYPICAL = /\b(avg|mean|mdn|median|value)$/i

const parentOf = ({ steps }: FoundPath) => pathText(steps.slice(0, -1))

/**
 * The paths of the standard chart: numbers of one kind, so that they fit one axis, and one of each group.
 * @param max how many paths to choose
 */
export function firstChoice(paths: readonly FoundPath[], max: number): FoundPath[] {
  const readings = paths.filter(({ text }) => !NO_READING.test(text))
  const kind = WANTED.find((pattern) => readings.some(({ text }) => pattern.test(text)))
  const varying = readings.filter(({ varies }) => varies)
  if (!kind) return (varying.length > 0 ? varying : readings).slice(0, 1)
  const groups = new Map<string, FoundPath>()
  for (const path of readings) {
    if (!kind.test(path.text)) continue
    const known = groups.get(parentOf(path))
    if (!known || (TYPICAL.test(path.text) && !TYPICAL.test(known.text))) groups.set(parentOf(path), path)
  }
  return [...groups.values()].slice(0, max)
}
