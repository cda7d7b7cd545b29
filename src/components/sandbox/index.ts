import { useEffect, useState } from 'react'
import { createSandbox, type Report, type Sandbox, type SandboxWorker } from '#sandbox'

// The server serves a worker of this file name with its own content security policy, which allows WebAssembly, unlike
// that of the page.
const createWorker = () => new Worker(new URL('./engine.wasm-worker.ts', import.meta.url), { type: 'module' })

function spawn(): SandboxWorker {
  const worker = createWorker()
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to a worker have no target origin
    post: (task) => worker.postMessage(task),
    listen(listener) {
      worker.addEventListener('message', ({ data }: MessageEvent<Report>) => listener(data))
      worker.addEventListener('error', () => listener({ type: 'died' }))
    },
    terminate: () => worker.terminate(),
  }
}

/** The browser's sandbox: one worker, which starts with the first run. */
export const startSandbox = (): Sandbox => createSandbox({ spawn, size: 1 })

/** A sandbox that closes on unmount. */
export function useSandbox(): Sandbox {
  const [sandbox] = useState(startSandbox)
  useEffect(() => () => sandbox.close(), [sandbox])
  return sandbox
}
