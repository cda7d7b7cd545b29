import { paletteColor, writeColors } from '../code/colors'
import type { FoundPath, Step } from './paths'

/** Property with the time in the result of a transformation. Rules, "Dashboard". */
const RESERVED = 'date'

const isName = (step: Step) => typeof step === 'object' && 'name' in step

/** The names in a path, also of sensors. The name of a list of readings is left out, unless it is the last. */
function namesOf(steps: readonly Step[]): string[] {
  const names: string[] = []
  for (const [index, step] of steps.entries()) {
    const [before, ...rest] = [steps[index - 1], ...steps.slice(index + 1)]
    if (step === 'items' || (isName(step) && rest[0] === 'items' && rest.some(isName))) continue
    if ('name' in step) names.push(step.name)
    else if ('key' in step) names.push(String(step.value))
    else if (before !== 'items') names.push(`${names.pop() ?? ''}[${step.index}]`)
  }
  return names
}

/** Words that need the name before them. */
const VAGUE = /^(min|max|avg|mean|mdn|median|value|last|count|sum)$/i

const firstLength = (steps: readonly Step[]): number => (VAGUE.test(namesOf(steps).at(-1) ?? '') ? 2 : 1)

/** The last names of a path; "value" for a path without names. */
const ending = (steps: readonly Step[], length: number) => namesOf(steps).slice(-length).join(' ') || 'value'

/** A name for each path: its shortest clear and unique ending. */
export function seriesNames(paths: readonly (readonly Step[])[]): string[] {
  const lengths = paths.map(firstLength)
  for (;;) {
    const names = paths.map((steps, index) => ending(steps, lengths[index] ?? 1))
    const clashes = new Set(names.filter((name, index) => name === RESERVED || names.indexOf(name) !== index))
    const growing = paths.flatMap((steps, index) => {
      const isShort = (lengths[index] ?? 1) < namesOf(steps).length
      return clashes.has(names[index] ?? '') && isShort ? [index] : []
    })
    if (growing.length === 0) return numbered(names)
    for (const index of growing) lengths[index] = (lengths[index] ?? 1) + 1
  }
}

/** Adds a number to names that are reserved or not unique. */
function numbered(names: readonly string[]): string[] {
  const taken = new Set([RESERVED])
  return names.map((name) => {
    let unique = name
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} ${number}`
    taken.add(unique)
    return unique
  })
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

const NUMBER = "const number = (value) => (typeof value === 'number' ? value : undefined)"
const FLAG = "const flag = (value) => (typeof value === 'boolean' ? Number(value) : undefined)"
const LIST = 'const list = (value, read) => (Array.isArray(value) ? value.map(read) : undefined)'
const TIMED = 'const timed = (date, value) => (value === undefined ? undefined : { date, value })'
const ONE =
  'const one = (items, key, value) =>\n  Array.isArray(items) ? items.find((item) => item?.[key] === value) : undefined'
const ALL =
  'const all = (items, key, value) =>\n  Array.isArray(items) ? items.filter((item) => item?.[key] === value) : undefined'

/** A property name in an object literal. A plain `__proto__` would set the prototype. */
function key(name: string): string {
  if (name === '__proto__') return `['${name}']`
  return IDENTIFIER.test(name) ? name : JSON.stringify(name)
}

const member = (name: string) => (IDENTIFIER.test(name) ? name : `[${JSON.stringify(name)}]`)

function access(root: string, steps: readonly Step[]): string {
  return steps.reduce((code, step) => {
    if (step === 'items') return code
    if ('index' in step) return `${code}?.[${step.index}]`
    if ('key' in step) return `one(${code}, ${JSON.stringify(step.key)}, ${JSON.stringify(step.value)})`
    return `${code}?.${member(step.name)}`
  }, root)
}

/** A path to numbers or booleans. */
export interface Path extends Pick<FoundPath, 'steps' | 'time'> {
  /** Limits a list of readings to the items with this identity. */
  only?: { key: string; value: string | number } | undefined
  isBoolean?: boolean
}

/** Expression that reads a path: a number or a list of numbers, each with its time if it has one. */
function read({ steps, time, only, isBoolean = false }: Path): string {
  const kind = isBoolean ? 'flag' : 'number'
  const at = steps.indexOf('items')
  if (at === -1) {
    const value = `${kind}(${access('message.body', steps)})`
    return time ? `timed(${access('message.body', time)}, ${value})` : value
  }
  const value = `${kind}(${access('item', steps.slice(at + 1))})`
  // A missing number is a gap at its time.
  const item = time ? `[${access('item', time)}, ${value} ?? null]` : value
  const all = access('message.body', steps.slice(0, at))
  const items = only ? `all(${all}, ${JSON.stringify(only.key)}, ${JSON.stringify(only.value)})` : all
  return `list(${items}, (item) => ${item})`
}

/** The paths that code from `writeCode` reads, even after people edited it. */
export const pathsIn = <Found extends Path>(source: string, paths: readonly Found[]): Found[] =>
  paths.filter(({ steps, time }) => [time, undefined].some((time) => source.includes(read({ steps, time }))))

/**
 * A transformation that returns the numbers at these paths, each as a series with a colour.
 * @param called names of the series; by default the endings of the paths
 */
export function writeCode(paths: readonly Path[], called?: readonly string[]): string {
  const names = called ? numbered(called) : seriesNames(paths.map(({ steps }) => steps))
  const colors = new Map(names.map((name, place) => [name, paletteColor(place)]))
  const lines = paths.map((path, index) => `  ${key(names[index] ?? '')}: ${read(path)},`)
  const code = lines.join('\n')
  const helpers = [NUMBER, FLAG, LIST, TIMED, ONE, ALL].filter((helper) =>
    code.includes(`${helper.split(' ', 2)[1]}(`),
  )
  return [
    writeColors(colors),
    ...helpers,
    ...(helpers.length > 0 ? [''] : []),
    'return {',
    '  date: message.measured_at ?? message.created_at,',
    ...lines,
    '}',
    '',
  ].join('\n')
}
