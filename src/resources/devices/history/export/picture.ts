import type { Theme } from '@mui/material'
import { type Line, nameOf } from '../chart/lines'

const PAD = 16
const ROW = 22
const FONT = 'Inter, sans-serif'

interface Picture {
  /** Canvas with the lines. */
  plot: HTMLCanvasElement
  title: string
  /** The range, below the title. */
  subtitle: string
  lines: readonly Pick<Line, 'color' | 'shift' | 'label' | 'name'>[]
  theme: Theme
}

/** Positions of the legend, row by row, within the width of the picture. */
function placesOf(widths: readonly number[], width: number): { left: number; row: number }[] {
  let [left, row] = [PAD, 0]
  return widths.map((needed) => {
    if (left > PAD && left + needed > width - PAD) [left, row] = [PAD, row + 1]
    const place = { left, row }
    left += needed + PAD
    return place
  })
}

/** A PNG of a chart with its title and legend, on the theme's ground. */
export async function pictureOf({ plot, title, subtitle, lines, theme }: Picture): Promise<Blob | null> {
  const scale = devicePixelRatio
  const width = plot.width / scale
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return null
  context.font = `14px ${FONT}`
  const names = lines.map(nameOf)
  const places = placesOf(
    names.map((name) => 24 + context.measureText(name).width),
    width,
  )
  const top = PAD + 2 * ROW + 8
  const below = top + plot.height / scale
  canvas.width = plot.width
  canvas.height = (below + ((places.at(-1)?.row ?? 0) + 1) * ROW + PAD) * scale
  context.scale(scale, scale)
  context.fillStyle = theme.palette.background.paper
  context.fillRect(0, 0, width, canvas.height / scale)
  context.textBaseline = 'middle'
  context.fillStyle = theme.palette.text.primary
  context.font = `600 16px ${FONT}`
  context.fillText(title, PAD, PAD + ROW / 2)
  context.font = `14px ${FONT}`
  context.fillStyle = theme.palette.text.secondary
  context.fillText(subtitle, PAD, PAD + 1.5 * ROW)
  context.drawImage(plot, 0, top, width, plot.height / scale)
  for (const [i, { color, shift }] of lines.entries()) {
    const { left, row } = places[i] ?? { left: PAD, row: 0 }
    const middle = below + (row + 0.5) * ROW
    context.strokeStyle = color
    context.lineWidth = 3
    context.setLineDash(shift > 0 ? [5, 3] : [])
    context.beginPath()
    context.moveTo(left, middle)
    context.lineTo(left + 16, middle)
    context.stroke()
    context.fillStyle = theme.palette.text.primary
    context.fillText(names[i] ?? '', left + 24, middle)
  }
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
}
