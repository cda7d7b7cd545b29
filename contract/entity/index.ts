export * from './calls'
export * from './entity'
