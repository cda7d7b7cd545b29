export * from './device'
export * from './list'
