export * from './device'
export * from './downlinks'
export * from './list'
