import type { Limits, Outcome, Script } from './types'

/** A run as it is sent to a worker. */
export interface Task {
  script: Pick<Script, 'source' | 'entry' | 'sends'>
  limits: Limits
  input: string
}

/** What a worker reports. A worker that is `spent` after a run must be replaced. */
export type Report = { type: 'ready' } | { type: 'done'; outcome: Outcome; spent: boolean } | { type: 'died' }

/** A separate thread: a web worker or a thread of Node. It does one task at a time. */
export interface SandboxWorker {
  post: (task: Task) => void
  /** Sets the listener of its reports. Called once, right after the start. */
  listen: (listener: (report: Report) => void) => void
  /** Ends it immediately. */
  terminate: () => void
}
