import { createContext, Script } from 'node:vm'

/** What came of one run. */
export interface Ran {
  /** JSON text of what the function returned. */
  returned: string
  logs: string[]
}

/**
 * Makes ready a function of the demo, for jobs as JSON text. It is our own text, which needs no sandbox: there a day of
 * deliveries would take seconds, for which the first start would have to wait. That both give the same is tested.
 */
export function prepare(source: string): (job: string) => Ran {
  let logs: string[] = []
  const log = (...parts: unknown[]) => logs.push(parts.join(' '))
  const context = createContext({ job: '', console: { log } })
  const script = new Script(`(() => { ${source}\n return JSON.stringify(main(JSON.parse(job))) })()`)
  return (job) => {
    logs = []
    context.job = job
    return { returned: String(script.runInContext(context)), logs }
  }
}
