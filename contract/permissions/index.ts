export * from './can'
export * from './capability'
export * from './roles'
export * from './tree'
