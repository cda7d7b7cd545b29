import { isObject } from '#contract/common/object'
/** Colours of series by name; the first line of a transformation holds them. */
export type ColorMap = ReadonlyMap<string, string>

/** Why a comment in the first line is not a colour map. */
export type ColorFault =
  | { fault: 'noMap' }
  | {
      fault: 'noColor'
      /** The series with an invalid colour. */
      series: string
    }

/** Converts a CSS colour to a form that a canvas draws; null if the text is no colour. */
export type ReadColor = (text: string) => string | null

/** Characters that end a line of JavaScript, and so a comment. */
const LINE_END = /[\n\r\u2028\u2029]/
const COMMENT = /^\s*\/\/(.*)$/

function parseMap(text: string): [string, unknown][] | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? Object.entries(value) : null
  } catch {
    return null
  }
}

/**
 * The colours of `//{"Temperature":"red"}`, the first line of a transformation; null if it is no comment. Rules,
 * "Dashboard".
 */
export function readColors(source: string, readColor: ReadColor): { colors: ColorMap | null } | ColorFault {
  const [first = ''] = source.split(LINE_END, 1)
  const comment = COMMENT.exec(first)?.[1]
  if (comment === undefined) return { colors: null }
  const entries = parseMap(comment)
  if (!entries) return { fault: 'noMap' }
  const colors = new Map<string, string>()
  for (const [series, value] of entries) {
    const color = typeof value === 'string' ? readColor(value) : null
    if (color === null) return { fault: 'noColor', series }
    colors.set(series, color)
  }
  return { colors }
}

/** Writes that first line. It escapes the line ends that JSON leaves, because they would end the comment. */
export const writeColors = (colors: ColorMap): string =>
  `//${JSON.stringify(Object.fromEntries(colors))
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)}`

/** Reads any CSS colour, except `currentcolor` and variables. */
export const cssColor: ReadColor = (text) => {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas || /^\s*currentcolor\s*$/i.test(text)) return null
  // A canvas ignores invalid colours and keeps the previous one.
  const [color, other] = ['#000000', '#ffffff'].map((before) => {
    canvas.fillStyle = before
    canvas.fillStyle = text
    return canvas.fillStyle
  })
  return color === other && color !== undefined ? color : null
}

/** Colours for series without their own. Each has enough contrast in both themes. */
export const PALETTE = [
  '#3f74e0',
  '#d1622b',
  '#1f9463',
  '#c0489f',
  '#a2771a',
  '#8161d8',
  '#cf4a5a',
  '#2389a8',
  '#6f8a1f',
  '#7a7f8c',
] as const

/** The colour at a place of the palette, which repeats. */
export const paletteColor = (place: number): string => PALETTE[place % PALETTE.length] ?? PALETTE[0]
