import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createSandbox, type Report, type Sandbox, type SandboxWorker } from '#sandbox'
import { prepareProgram } from './program'

/** Memory of a thread besides the engine's, in megabytes. */
const RESOURCES = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

let program: ReturnType<typeof prepareProgram> | undefined

function spawn(): SandboxWorker {
  program ??= prepareProgram()
  const { script, engine } = program
  const worker = new Worker(script, {
    workerData: engine,
    resourceLimits: RESOURCES,
    env: {},
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
  })
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    post: (task) => worker.postMessage(task),
    listen(listener) {
      worker.on('message', (report: Report) => listener(report))
      worker.on('error', () => listener({ type: 'died' }))
      worker.on('exit', () => listener({ type: 'died' }))
      // The process may end while the thread runs.
      worker.unref()
    },
    terminate: () => void worker.terminate(),
  }
}

/**
 * The sandbox on the server: a pool of threads, started when they are needed. One of several is for quick scripts.
 * @param options.size largest number of threads; by default as many as there are cores, at least two
 */
export const startSandbox = ({ size = Math.max(2, availableParallelism()) } = {}): Sandbox =>
  createSandbox({ spawn, size, forQuick: size > 1 ? 1 : 0 })
