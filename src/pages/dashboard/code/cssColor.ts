import type { ReadColor } from './colors'

/** Two colours that a canvas has before it is given one: what changes neither of them is no colour. */
const BEFORE = ['#000000', '#ffffff'] as const

let canvas: CanvasRenderingContext2D | null = null

/** Reads any colour of CSS. Names of variables and words that take the colour from elsewhere are none. */
export const cssColor: ReadColor = (text) => {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas || /^\s*currentcolor\s*$/i.test(text)) return null
  const read = new Set<unknown>()
  for (const before of BEFORE) {
    canvas.fillStyle = before
    canvas.fillStyle = text
    read.add(canvas.fillStyle)
  }
  const [color, other] = read
  return typeof color === 'string' && other === undefined ? color : null
}
