/** A picture to read. Answers carry its id. */
export interface DecoderRequest {
  id: number
  image: ImageData
}

/** Messages of the worker: it is ready or has failed, or the texts in a picture. */
export type DecoderAnswer =
  | { type: 'ready' }
  | { type: 'failed' }
  | { type: 'texts'; id: number; texts: string[] }

/** Reads the texts of all codes in a picture, which is transferred to the worker; empty once the decoder is closed. */
export type Decode = (image: ImageData) => Promise<string[]>

/** Loads the decoder in a worker; the signal closes it. Errors: it cannot load. */
export async function loadDecoder(signal: AbortSignal): Promise<Decode> {
  // The name matters: the server sends workers named like this with a policy that allows WebAssembly, unlike the page.
  const worker = new Worker(new URL('./decoder.wasm-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (texts: string[]) => void>()
  let lastId = 0

  const close = () => {
    worker.terminate()
    for (const resolve of waiting.values()) resolve([])
    waiting.clear()
  }
  const decode: Decode = (image) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve([])
      lastId += 1
      waiting.set(lastId, resolve)
      const request: DecoderRequest = { id: lastId, image }
      worker.postMessage(request, [image.data.buffer])
    })

  signal.addEventListener('abort', close)
  return new Promise((resolve, reject) => {
    const fail = () => {
      close()
      reject(new Error('The decoder cannot be loaded'))
    }
    worker.addEventListener('error', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<DecoderAnswer>) => {
      if (data.type === 'ready') resolve(decode)
      else if (data.type === 'failed') fail()
      else {
        waiting.get(data.id)?.(data.texts)
        waiting.delete(data.id)
      }
    })
  })
}

/** Longest side in px of a decoded picture: enough for a small code in a large photo. */
const LONGEST = 2400

type Size = Pick<ImageData, 'width' | 'height'>

/** Size of a picture, scaled down to at most LONGEST px. */
export function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** The pixels of a picture, or of a video's current frame. */
export function pixelsOf(source: HTMLVideoElement | ImageBitmap, size: Size): ImageData | null {
  const { width, height } = fitted(size)
  if (width === 0 || height === 0) return null
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(source, 0, 0, width, height)
  return context?.getImageData(0, 0, width, height) ?? null
}

/** The pixels of a photo, upright. Errors: the browser can't read the file as an image. */
export async function pixelsOfPhoto(file: Blob): Promise<ImageData | null> {
  const bitmap = await createImageBitmap(file)
  try {
    return pixelsOf(bitmap, bitmap)
  } finally {
    bitmap.close()
  }
}
