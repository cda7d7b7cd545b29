/** A picture to read. Answers carry its id. */
export interface DecoderRequest {
  id: number
  image: ImageData
}

/** What the worker says: that it can begin or never will, and what was in a picture. */
export type DecoderAnswer =
  | { type: 'ready' }
  | { type: 'failed' }
  | { type: 'texts'; id: number; texts: string[] }

/** Reads codes in pictures, in a worker. */
export interface Decoder {
  /** Texts of all codes in a picture, which is handed over; none once it is closed. */
  decode: (image: ImageData) => Promise<string[]>
  close: () => void
}

// A worker whose name ends so is served with a policy of its own that allows WebAssembly; the page's does not.
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
