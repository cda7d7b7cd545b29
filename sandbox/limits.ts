import type { Limits } from './types'

/** Default limits of a run. */
export const DEFAULT_LIMITS: Limits = { milliseconds: 250, megabytes: 64, outputBytes: 1024 * 1024 }

/** Most of the console's output that one run keeps, in lines and in characters. */
export const LOG_MAX = { lines: 1000, characters: 64 * 1024 }

/** Stack of the engine in bytes; with 256 kB the worker's own stack would overflow first. */
export const STACK_BYTES = 128 * 1024
