import type { Limits } from './types'

/** What one run may use when its script says nothing else. */
export const DEFAULT_LIMITS: Limits = { milliseconds: 250, megabytes: 64, outputBytes: 1024 * 1024 }

/** How much of the console's lines is kept of one run, in lines and in characters. */
export const LOG_MAX = { lines: 1000, characters: 64 * 1024 }

/** Depth of calls inside of the engine, in bytes; at 256 kB the worker's own stack ends first. */
export const STACK_BYTES = 128 * 1024
