import { useEffect, useState } from 'react'
import type { Outcome, Sandbox } from '#sandbox'

/** How long a person must pause in their typing before the code runs, in milliseconds. */
export const RUN_DELAY = 300

/** What came of code and its input. */
interface Run {
  source: string
  input: string
  /** Null when the sandbox did not start. */
  outcome: Outcome | null
}

/**
 * Runs code on an input, and again after each change of either. What an earlier run gave stays until the next one has
 * ended.
 * @param input JSON text; null runs nothing
 */
export function useRun(sandbox: Pick<Sandbox, 'run'>, source: string, input: string | null) {
  const [run, setRun] = useState<Run | null>(null)

  useEffect(() => {
    if (input === null) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const start = async () => {
      const outcome = await sandbox.run({ source, entry: 'main' }, input, { signal }).catch(() => null)
      if (!signal.aborted) setRun({ source, input, outcome })
    }
    const timer = setTimeout(() => void start(), RUN_DELAY)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [sandbox, source, input])

  const isCurrent = run?.source === source && run.input === input
  return {
    /** The last run that has ended; null before the first. */
    run: input === null ? null : run,
    isRunning: input !== null && !isCurrent,
  }
}
