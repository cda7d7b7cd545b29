import { parentPort, workerData } from 'node:worker_threads'
import type { Task } from '#sandbox'
import { serve } from '#sandbox/serve'

const port = parentPort
if (!port || !(workerData instanceof WebAssembly.Module)) throw new Error('Only a sandbox starts this thread')

const run = await serve(workerData, (report) => port.postMessage(report))
port.on('message', (task: Task) => run(task))
