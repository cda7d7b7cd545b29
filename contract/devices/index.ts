export * from './device'
export * from './endpoints'
export * from './link'
export * from './session'
