import type { Theme } from '@mui/material'
import type { CsvValue } from '../../../components/files'
import type { SheetWriter } from '../../../components/sheets/sheet'
import type { Series, Span } from '../series'

/** The readings of a time span as a table: a row for each time, and a column for each series. */
export async function seriesFile(
  series: readonly Series[],
  [start, end]: Span,
  writer: SheetWriter,
): Promise<readonly Blob[]> {
  const rows = new Map<number, CsvValue[]>()
  for (const [column, { readings }] of series.entries())
    for (const { time, value } of readings) {
      if (value === null || time < start || time > end) continue
      const row = rows.get(time) ?? Array.from<CsvValue>({ length: series.length }).fill(null)
      row[column] = value
      rows.set(time, row)
    }
  const lines = [...rows].toSorted(([a], [b]) => a - b)
  const columns = [{ name: 'time', isTime: true }, ...series.map(({ label }) => ({ name: label }))]
  const content = writer.rows(
    columns,
    lines.map(([time, row]) => [new Date(time).toISOString(), ...row]),
  )
  return writer.assemble(columns, [{ content: new Blob([content]), count: lines.length }])
}

/** Pixels of the picture per pixel of the page. */
const SCALE = 2
const PADDING = 16
const TITLE = 28
const ROW = 22
const SWATCH = 10

interface Picture {
  chart: HTMLCanvasElement
  title: string
  series: readonly Series[]
  theme: Theme
}

/** Position of each name in the legend, in rows that fit the width. */
function placesOf(context: CanvasRenderingContext2D, series: readonly Series[], width: number) {
  let [x, row] = [0, 0]
  return series.map(({ label, color }) => {
    const length = SWATCH + 6 + context.measureText(label).width + 20
    if (x > 0 && x + length > width) [x, row] = [0, row + 1]
    const place = { label, color, x, row }
    x += length
    return place
  })
}

/** The shown chart with its title and legend, as PNG. Errors: the browser cannot draw it. */
export function pictureOf({ chart, title, series, theme }: Picture): Promise<Blob> {
  const { clientWidth: width, clientHeight: height } = chart
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas')
  const { palette, typography } = theme
  const font = (size: number, weight: number) => `${weight} ${size}px ${typography.fontFamily}`
  context.font = font(13, 400)
  const places = placesOf(context, series, width)
  const legendHeight = ((places.at(-1)?.row ?? 0) + 1) * ROW

  canvas.width = (width + 2 * PADDING) * SCALE
  canvas.height = (TITLE + height + legendHeight + 2 * PADDING) * SCALE
  context.scale(SCALE, SCALE)
  context.fillStyle = palette.background.paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(PADDING, PADDING)
  context.textBaseline = 'middle'
  context.fillStyle = palette.text.primary
  context.font = font(16, 600)
  context.fillText(title, 0, TITLE / 2 - 2, width)
  context.drawImage(chart, 0, TITLE, width, height)
  context.font = font(13, 400)
  for (const { label, color, x, row } of places) {
    const y = TITLE + height + row * ROW + ROW / 2
    context.fillStyle = color
    context.fillRect(x, y - SWATCH / 2, SWATCH, SWATCH)
    context.fillStyle = palette.text.primary
    context.fillText(label, x + SWATCH + 6, y, width)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))),
      'image/png',
    )
  })
}
