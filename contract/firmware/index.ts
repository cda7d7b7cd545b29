export * from './endpoints'
export * from './firmware'
export * from './states'
