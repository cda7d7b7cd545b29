export * from './capability'
export * from './quiet'
export * from './settings'
