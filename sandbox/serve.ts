import { startEngine } from './engine'
import { DEFAULT_LIMITS } from './limits'
import type { Report, Task } from './worker'

/**
 * The complete work of a sandbox worker, in the browser and on the server.
 * @param module compiled QuickJS
 * @param report sends a report to the pool
 * @returns a function that takes a task
 */
export async function serve(module: WebAssembly.Module, report: (report: Report) => void) {
  // oxlint-disable-next-line no-extend-native -- the engine takes the time zone from here, and results must not depend on it
  Date.prototype.getTimezoneOffset = () => 0
  let megabytes = DEFAULT_LIMITS.megabytes
  let engine = await startEngine(module, megabytes)
  report({ type: 'ready' })
  const run = async (task: Task) => {
    if (task.limits.megabytes !== megabytes) {
      engine = await startEngine(module, task.limits.megabytes)
      megabytes = task.limits.megabytes
    }
    report({ type: 'done', ...engine.run(task) })
  }
  return (task: Task) => void run(task).catch(() => report({ type: 'died' }))
}
