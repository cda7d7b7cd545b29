export * from './list'
export * from './message'
export * from './page'
