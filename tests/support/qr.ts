import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } })

const SCALE = 8
const WIDTH = 640
const HEIGHT = 480
const FRAMES = 5

/** Draws a QR code with the text: as a photo, and as pixels with one byte of brightness each. */
async function draw(text: string) {
  const { image, symbol, error } = await writeBarcode(text, { format: 'QRCode', scale: SCALE })
  if (!image) throw new Error(error)
  return { image, symbol }
}

/** A photo (PNG) of a QR code with the text. */
export async function qrPhoto(text: string): Promise<Buffer> {
  const { image } = await draw(text)
  return Buffer.from(await image.arrayBuffer())
}

/** A video (Y4M) that shows a QR code with the text, for Chromium's fake camera. */
export async function qrVideo(text: string): Promise<Buffer> {
  const { symbol } = await draw(text)
  const brightness = Buffer.alloc(WIDTH * HEIGHT, 235)
  const [left, top] = [WIDTH - symbol.width * SCALE, HEIGHT - symbol.height * SCALE].map((gap) =>
    Math.floor(gap / 2),
  )
  for (let y = 0; y < symbol.height * SCALE; y += 1)
    for (let x = 0; x < symbol.width * SCALE; x += 1) {
      const value = symbol.data[Math.floor(y / SCALE) * symbol.width + Math.floor(x / SCALE)]
      if (value === 0) brightness[(top ?? 0) * WIDTH + y * WIDTH + (left ?? 0) + x] = 16
    }
  const colourless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, colourless])
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame)])
}
