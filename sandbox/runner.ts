import { limitErrors } from './errors'
import type { Outcome } from './types'
import type { Report, SandboxWorker, Task } from './worker'

/** Longest time to load and start the engine, in milliseconds. */
const START_MS = 20_000
/** Time after its limit in which a run must end by itself, in milliseconds. */
const GRACE_MS = 500

/** One worker. It does one run at a time and is ended if it does not answer in time. */
export class Runner {
  readonly #worker: SandboxWorker
  readonly #started: Promise<Report | 'late'>
  #onReport: (report: Report) => void = () => {}
  #isOver = false

  constructor(worker: SandboxWorker) {
    this.#worker = worker
    worker.listen((report) => {
      if (report.type === 'died') this.#isOver = true
      this.#onReport(report)
    })
    this.#started = this.#report(START_MS)
  }

  /** Whether it accepts no more runs. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Rejects if the worker cannot be started. */
  async run(task: Task): Promise<Outcome> {
    const started = await this.#started
    if (started === 'late' || started.type !== 'ready') throw new Error('The sandbox cannot be started')
    const { limits } = task
    const startedAt = performance.now()
    const reported = this.#report(limits.milliseconds + GRACE_MS)
    this.#worker.post(task)
    const report = await reported
    if (report !== 'late' && report.type === 'done') {
      if (report.spent) this.end()
      return report.outcome
    }
    return {
      error: report === 'late' ? limitErrors.time(limits) : limitErrors.memory(limits),
      logs: [],
      milliseconds: performance.now() - startedAt,
    }
  }

  end() {
    this.#isOver = true
    this.#worker.terminate()
    this.#onReport({ type: 'died' })
  }

  /** The next report. A worker that sends none in time is terminated; one that died is treated the same way. */
  async #report(milliseconds: number): Promise<Report | 'late'> {
    const report = await new Promise<Report | 'late'>((resolve) => {
      const timer = setTimeout(() => resolve('late'), milliseconds)
      this.#onReport = (report) => {
        clearTimeout(timer)
        resolve(report)
      }
    })
    if (report === 'late' || report.type === 'died') this.end()
    return report
  }
}
