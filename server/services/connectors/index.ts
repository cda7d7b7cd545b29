export * from './connector'
export * from './deliveries'
export * from './statistics'
