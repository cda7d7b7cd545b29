import { byteLength } from '#contract/common'
import { TRANSFORMATION_MAX_BYTES } from '#contract/connectors'
import { limitErrors } from './errors'
import { FairQueue } from './fairQueue'
import { DEFAULT_LIMITS } from './limits'
import { Pace } from './pace'
import { Runner } from './runner'
import type { Outcome, Sandbox } from './types'
import type { SandboxWorker } from './worker'

/** A slot for one worker. */
interface Lane {
  runner?: Runner
  /** Whether it runs only quick scripts. */
  isForQuick: boolean
}

/**
 * A sandbox with several workers, each started when it is needed. A worker that does not answer in time, or is `spent` after a run, is
 * replaced. Owners share the time.
 * @param options.spawn starts a worker
 * @param options.size largest number of workers
 * @param options.forQuick how many of them run only scripts that have been quick, and so never wait for slow ones
 */
export function createSandbox({
  spawn,
  size,
  forQuick = 0,
}: {
  spawn: () => SandboxWorker
  size: number
  forQuick?: number
}): Sandbox {
  const queue = new FairQueue<(lane: Lane) => Promise<void>>()
  const pace = new Pace()
  const lanes = Array.from({ length: size }, (_, n): Lane => ({ isForQuick: n >= size - forQuick }))
  const idle = new Set(lanes)
  /** How often it was closed. */
  let closings = 0

  const nextFor = ({ isForQuick }: Lane) =>
    isForQuick ? queue.next((path) => pace.isQuick(path)) : queue.next()

  const work = async (lane: Lane) => {
    for (let work = nextFor(lane); work; work = nextFor(lane)) {
      idle.delete(lane)
      await work(lane)
    }
    idle.add(lane)
  }

  const runnerOf = (lane: Lane): Runner => {
    if (!lane.runner || lane.runner.isOver) lane.runner = new Runner(spawn())
    return lane.runner
  }

  const run: Sandbox['run'] = ({ limits, ...script }, input, { owner = [], signal } = {}) => {
    if (byteLength(script.source) > TRANSFORMATION_MAX_BYTES)
      return Promise.resolve({
        error: limitErrors.source(TRANSFORMATION_MAX_BYTES),
        logs: [],
        milliseconds: 0,
      })
    const opened = closings
    const task = { script, limits: { ...DEFAULT_LIMITS, ...limits }, input }
    const check = () => {
      signal?.throwIfAborted()
      if (closings !== opened) throw new Error('The sandbox was closed')
    }
    return new Promise<Outcome>((resolve, reject) => {
      queue.add(owner, async (lane) => {
        const startedAt = performance.now()
        try {
          check()
          const outcome = await runnerOf(lane).run(task)
          pace.note(owner, outcome.milliseconds)
          check()
          resolve(outcome)
        } catch (error) {
          reject(error)
        }
        queue.charge(owner, performance.now() - startedAt)
      })
      // Any free lane that may run it takes it.
      for (const lane of lanes) if (idle.has(lane)) void work(lane)
    })
  }

  return {
    run,
    runAll(script, inputs, { onOutcome, ...options } = {}) {
      const report = async (index: number, running: Promise<Outcome>, before: Promise<unknown>) => {
        const [outcome] = await Promise.all([running, before])
        onOutcome?.(index, outcome)
        return outcome
      }
      let before: Promise<unknown> = Promise.resolve()
      const outcomes = inputs.map((input, index) => {
        const outcome = report(index, run(script, input, options), before)
        before = outcome
        return outcome
      })
      return Promise.all(outcomes)
    },
    close() {
      closings += 1
      for (const { runner } of lanes) runner?.end()
    },
  }
}
