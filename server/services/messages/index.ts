export * from './downlink'
export * from './events'
export * from './list'
export * from './message'
