export * from './endpoints'
export * from './message'
