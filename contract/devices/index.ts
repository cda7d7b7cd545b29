export * from './device'
export * from './endpoints'
export * from './session'
