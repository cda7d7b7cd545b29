/** One step into a value: a name in an object, or all items of an array. */
export type Step = { name: string } | 'items'

/** A place in the bodies of messages where numbers are. */
export interface FoundPath {
  /** How it reads: `hygrometer.temperature.measurements[].avg`. No two are alike. */
  text: string
  steps: readonly Step[]
  /** Number of messages that have a number there. */
  count: number
  /** The number in the first of them. */
  sample: number
  /** Whether another message has another number. */
  varies: boolean
}

/** What is looked at, so that no message can keep the page busy: different paths, depth, items of one array. */
const LIMITS = { paths: 500, depth: 24, items: 200 }

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u

/** How steps read. */
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

/** Tells each number of a value with the way to it. Arrays in arrays are left out: a series has one list of readings. */
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

/** The numeric paths of bodies, in the order in which they are met. */
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

/** What most people want to see first, the most wanted first. */
const WANTED = [/temperature/i, /humidity|moisture/i, /co2|pressure|level|flow/i, /voltage|battery/i]
/** What counts up or names something. */
const NO_READING = /timestamp|time|sequence|version|uptime|serial|imei|imsi|plmn|cid|id$/i
const FIRST_CHOICE = 3

/** The few paths that a first chart shows. */
export function firstChoice(paths: readonly FoundPath[]): FoundPath[] {
  const readings = paths.filter(({ text }) => !NO_READING.test(text))
  const rank = ({ text }: FoundPath) => {
    const place = WANTED.findIndex((pattern) => pattern.test(text))
    return place === -1 ? WANTED.length : place
  }
  const wanted = readings.filter((path) => rank(path) < WANTED.length)
  const varying = readings.filter(({ varies }) => varies)
  const from = wanted.length > 0 ? wanted : varying.length > 0 ? varying : readings
  return from.toSorted((a, b) => rank(a) - rank(b)).slice(0, FIRST_CHOICE)
}
