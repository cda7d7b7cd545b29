export * from './capability'
export * from './endpoints'
export * from './history'
export * from './items'
export * from './latest'
export * from './names'
export * from './readings'
export * from './settings'
export * from './shown'

/** Most series of a device; values beyond them are not kept. */
export const SERIES_MAX = 500
