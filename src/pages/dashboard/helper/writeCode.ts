import { writeColors } from '../code/colors'
import { paletteColor } from '../code/palette'
import type { FoundPath, Step } from './paths'
import { seriesNames } from './seriesNames'

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

const NUMBER = "const number = (value) => (typeof value === 'number' ? value : undefined)"
const LIST = 'const list = (value, read) => (Array.isArray(value) ? value.map(read) : undefined)'

/** A name in an object that is written. `__proto__` would be its prototype. */
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

/** A transformation that shows the numbers of these paths, each as a series with a colour. */
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
