export * from './can'
export * from './roles'
export * from './tree'
