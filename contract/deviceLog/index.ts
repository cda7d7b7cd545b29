export * from './capability'
export * from './endpoints'
export * from './log'
export * from './note'
