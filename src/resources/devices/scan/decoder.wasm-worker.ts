import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { DecoderAnswer, DecoderRequest } from './decoder'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's postMessage has no target origin
const answer = (message: DecoderAnswer) => self.postMessage(message)

const ready = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
ready.then(
  () => answer({ type: 'ready' }),
  () => answer({ type: 'failed' }),
)

async function read({ id, image }: DecoderRequest) {
  // A picture that can't be read has no codes.
  const found = await readBarcodes(image, { formats: ['QRCode', 'DataMatrix', 'Aztec'] }).catch(() => [])
  answer({ type: 'texts', id, texts: found.map(({ text }) => text) })
}

self.addEventListener('message', ({ data }: MessageEvent<DecoderRequest>) => void read(data))
