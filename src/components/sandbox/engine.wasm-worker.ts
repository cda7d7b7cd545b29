import engineUrl from '@jitl/quickjs-wasmfile-release-sync/wasm?url'
import type { Report, Task } from '#sandbox'
import { serve } from '#sandbox/serve'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages from a worker to its page have no target origin
const report = (message: Report) => self.postMessage(message)

try {
  const run = await serve(await WebAssembly.compileStreaming(fetch(engineUrl)), report)
  self.addEventListener('message', ({ data }: MessageEvent<Task>) => run(data))
} catch {
  report({ type: 'died' })
}
