export * from './capability'
export * from './endpoints'
export * from './quiet'
export * from './settings'
