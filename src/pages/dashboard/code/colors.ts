/** Colours of series by name, as the first line of a transformation maps them. */
export type ColorMap = ReadonlyMap<string, string>

/** Why a first line is no map of colours. */
export type ColorFault =
  | { fault: 'noComment' | 'noMap' }
  | {
      fault: 'noColor'
      /** The series whose colour is none. */
      series: string
    }

/** A colour of CSS in a form that a canvas draws; null for a text that is none. */
export type ReadColor = (text: string) => string | null

/** Where JavaScript ends a line, and with it a comment. */
const LINE_END = /[\n\r\u2028\u2029]/
const COMMENT = /^\s*\/\/(.*)$/

function parseMap(text: string): [string, unknown][] | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null
  } catch {
    return null
  }
}

/** The colours of `//{"Temperature":"red"}`, the first line of a transformation. Facts, "The dashboard transformation". */
export function readColors(source: string, readColor: ReadColor): { colors: ColorMap } | ColorFault {
  const [first = ''] = source.split(LINE_END, 1)
  const comment = COMMENT.exec(first)?.[1]
  if (comment === undefined) return { fault: 'noComment' }
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

/** That first line. What JSON leaves as it is would end the comment. */
export const writeColors = (colors: ColorMap): string =>
  `//${JSON.stringify(Object.fromEntries(colors))
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)}`
