export * from './creation'
export * from './secondFactor'
