import type { Limits, Outcome, Script } from './types'

/** One run, as a worker gets it. */
export interface Task {
  script: Pick<Script, 'source' | 'entry'>
  limits: Limits
  input: string
}

/** What a worker says. After a run that spent it, it must be replaced. */
export type Report = { type: 'ready' } | { type: 'done'; outcome: Outcome; spent: boolean } | { type: 'died' }

/** A thread apart, of whatever kind its home has. It does one task at a time. */
export interface SandboxWorker {
  post: (task: Task) => void
  /** Who hears its reports. Called once, at once. */
  listen: (listener: (report: Report) => void) => void
  /** Ends it, whatever it is doing. */
  terminate: () => void
}
