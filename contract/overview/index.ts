export * from './attention'
export * from './capability'
export * from './endpoints'
