import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createSandbox, type Report, type Sandbox, type SandboxWorker } from '#sandbox'
import { type Program, prepareProgram } from './program'

/** Memory of a thread besides the engine's, in megabytes. */
const RESOURCES = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

function startThread({ script, engine }: Program): Worker {
  const thread = new Worker(script, {
    workerData: engine,
    resourceLimits: RESOURCES,
    env: {},
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
  })
  // The process may end while the thread runs.
  thread.unref()
  return thread
}

let program: Promise<Program> | undefined

/** Starts a thread. Only the first one waits until its program has been prepared. */
function spawn(): SandboxWorker {
  program ??= prepareProgram()
  const starting = program.then(startThread)
  const onceStarted = (work: (thread: Worker) => void) => void starting.then(work, () => undefined)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    post: (task) => onceStarted((thread) => thread.postMessage(task)),
    listen(listener) {
      const died = () => listener({ type: 'died' })
      starting.catch(() => {
        program = undefined
        died()
      })
      onceStarted((thread) => {
        thread.on('message', (report: Report) => listener(report))
        thread.on('error', died)
        thread.on('exit', died)
      })
    },
    terminate: () => onceStarted((thread) => void thread.terminate()),
  }
}

/**
 * The sandbox on the server: a pool of threads, started when they are needed. One of several is for quick scripts.
 * @param options.size largest number of threads; by default as many as there are cores, at least two
 */
export const startSandbox = ({ size = Math.max(2, availableParallelism()) } = {}): Sandbox =>
  createSandbox({ spawn, size, forQuick: size > 1 ? 1 : 0 })
