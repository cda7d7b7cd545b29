import { paletteColor, writeColors } from '../code/colors'
import type { FoundPath, Step } from './paths'

/** The name of the time in the result of a transformation. Facts, "The dashboard transformation". */
const RESERVED = 'date'

/** The names in a path. The name of a list is left out, unless it is the last. */
const namesOf = (steps: readonly Step[]) =>
  steps.flatMap((step, index) => {
    const isList = steps[index + 1] === 'items' && index + 2 < steps.length
    return step === 'items' || isList ? [] : [step.name]
  })

/** Words that mean nothing without the name before them. */
const VAGUE = /^(min|max|avg|mean|mdn|median|value|last|count|sum)$/i

const firstLength = (steps: readonly Step[]): number => (VAGUE.test(namesOf(steps).at(-1) ?? '') ? 2 : 1)

/** The last names of a path; "value" for a path without names. */
const ending = (steps: readonly Step[], length: number) => namesOf(steps).slice(-length).join(' ') || 'value'

/** A name for each path: its shortest ending that is clear and unique. */
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
const LIST = 'const list = (value, read) => (Array.isArray(value) ? value.map(read) : undefined)'

/** A property name in an object literal. A plain `__proto__` would set the prototype. */
function key(name: string): string {
  if (name === '__proto__') return `['${name}']`
  return IDENTIFIER.test(name) ? name : JSON.stringify(name)
}

const member = (name: string) => (IDENTIFIER.test(name) ? name : `[${JSON.stringify(name)}]`)

const access = (root: string, steps: readonly Step[]) =>
  steps.reduce((code, step) => (step === 'items' ? code : `${code}?.${member(step.name)}`), root)

/** The expression that reads a path: a number, or a list of them. */
function read(steps: readonly Step[]): string {
  const at = steps.indexOf('items')
  if (at === -1) return `number(${access('message.body', steps)})`
  const inner = `(item) => number(${access('item', steps.slice(at + 1))})`
  return `list(${access('message.body', steps.slice(0, at))}, ${inner})`
}

/** Those of the paths that a transformation of this file reads, also one that was changed since. */
export const pathsIn = <Path extends Pick<FoundPath, 'steps'>>(
  source: string,
  paths: readonly Path[],
): Path[] => paths.filter(({ steps }) => source.includes(read(steps)))

/** A transformation that returns the numbers at these paths, each as a series with a colour. */
export function writeCode(paths: readonly Pick<FoundPath, 'steps'>[]): string {
  const names = seriesNames(paths.map(({ steps }) => steps))
  const colors = new Map(names.map((name, place) => [name, paletteColor(place)]))
  const lines = paths.map(({ steps }, index) => `  ${key(names[index] ?? '')}: ${read(steps)},`)
  const helpers = [
    ...(lines.length > 0 ? [NUMBER] : []),
    ...(paths.some(({ steps }) => steps.includes('items')) ? [LIST] : []),
  ]
  return [
    writeColors(colors),
    ...helpers,
    ...(helpers.length > 0 ? [''] : []),
    'return {',
    '  date: message.created_at,',
    ...lines,
    '}',
    '',
  ].join('\n')
}
