/** A picture to read. Answers carry its id. */
export interface DecoderRequest {
  id: number
  image: ImageData
}

/** What the worker reports: that it is ready or has failed, and the texts in a picture. */
export type DecoderAnswer =
  | { type: 'ready' }
  | { type: 'failed' }
  | { type: 'texts'; id: number; texts: string[] }

/** Reads codes in pictures, in a worker. */
export interface Decoder {
  /** The texts of all codes in a picture, which is transferred to the worker; none once the decoder is closed. */
  decode: (image: ImageData) => Promise<string[]>
  close: () => void
}

// The name matters: workers named like this are served with a policy that allows WebAssembly, unlike the page.
const createWorker = () =>
  new Worker(new URL('./decoder.wasm-worker.ts', import.meta.url), { type: 'module' })

/** Loads the decoder. Errors: it cannot be loaded. */
export async function loadDecoder(signal: AbortSignal): Promise<Decoder> {
  const worker = createWorker()
  const waiting = new Map<number, (texts: string[]) => void>()
  let lastId = 0

  const close = () => {
    worker.terminate()
    for (const resolve of waiting.values()) resolve([])
    waiting.clear()
  }
  const decode = (image: ImageData) =>
    new Promise<string[]>((resolve) => {
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
      if (data.type === 'ready') resolve({ decode, close })
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

interface Size {
  width: number
  height: number
}

/** The size of a picture scaled down to LONGEST px at most. */
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
