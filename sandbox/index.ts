export { DEFAULT_LIMITS } from './limits'
export { createSandbox } from './pool'
export type { Entry, Limits, Outcome, RunOptions, Sandbox, Script, ScriptError } from './types'
export type { Report, SandboxWorker, Task } from './worker'
